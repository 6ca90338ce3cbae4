import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { RouteInput, RouteOutput } from "#kit/contract/route.ts";
import {
  countLive,
  type Exposure,
  listTradedEvents,
  type OutcomeRisk,
  readDecisions,
  readExposures,
  readMarketsOfEvent,
  readProducers,
  readTradedEvents,
  type TradedMarket,
} from "#modules/odds/server/index.ts";
import { findKind } from "#modules/odds/shared/market-kinds.ts";
import type { readTradedEvent, readTradingEvents } from "../../office/contract.ts";
import { liveDelayMs } from "../../shared/live-delays.ts";
import { riskLimits } from "../../shared/risk-limits.ts";
import { decisionView, eventView } from "./event-views.ts";
import { caps, marketView } from "./market-views.ts";
import type { TradingOfficeNeeds } from "./needs.ts";
import { type WaitingRequests, waitingRequests } from "./waiting-requests.ts";

const pageSize = 60;
const upcomingMs = 24 * 3_600_000;
const mostDecisions = 50;

type EventList = RouteOutput<typeof readTradingEvents>["data"];

/** Live events, the most exposed first, or those of the next day by their start. */
export async function readEventList(
  { trading: { host } }: TradingOfficeNeeds,
  { state = "live", sport, cursor }: RouteInput<typeof readTradingEvents>["query"],
): Promise<EventList> {
  const now = new Date(host.clock.now());
  const until = state === "upcoming" ? new Date(now.getTime() + upcomingMs) : undefined;
  const filter = { state, sport, until, after: state === "upcoming" ? readCursor(cursor) : undefined };
  const limit = state === "live" ? 200 : pageSize + 1;
  const [rows, producers, live] = await Promise.all([
    listTradedEvents(host.db, filter, caps, now, limit),
    readProducers(host.db),
    countLive(host.db),
  ]);
  const page = state === "live" ? rows : rows.slice(0, pageSize);
  const last = page.length < rows.length ? page.at(-1) : undefined;
  return {
    at: now.toISOString(),
    live,
    producers: producers.map(({ producer, takesBets, up, reason, since, hold, silentMs }) => ({
      producer,
      takes_bets: takesBets,
      up,
      reason,
      since: since.toISOString(),
      hold,
      silent_ms: silentMs,
    })),
    items: page.map(row => eventView(row, row)),
    next_cursor: last?.plannedStart ? `${last.plannedStart.getTime()}.${last.id}` : null,
  };
}

function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [, ms, id] = /^([0-9]{1,13})\.([A-Za-z0-9:_.-]{1,64})$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined) fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return { start: new Date(Number(ms)), id };
}

/** An event with all of its markets. */
export async function readEventPage(
  needs: TradingOfficeNeeds,
  id: string,
  permissions: ReadonlySet<string>,
): Promise<RouteOutput<typeof readTradedEvent>["data"]> {
  const { host } = needs.trading;
  const now = new Date(host.clock.now());
  const [event] = await readTradedEvents(host.db, [id]);
  if (!event) return fail(notFound);
  const markets = await readMarketsOfEvent(host.db, id, now);
  const [exposures, decisions, requests] = await Promise.all([
    readExposures(
      host.db,
      markets.map(market => market.id),
    ),
    readDecisions(host.db, [id], mostDecisions),
    waitingRequests(needs, permissions),
  ]);
  const shown = markets.filter(market => isShown(market, exposures));
  return {
    at: now.toISOString(),
    event: eventView(event, risksOf(markets, exposures), true),
    delay_s: liveDelayMs(event.sport) / 1000 + event.addedDelayS,
    added_delay_s: event.addedDelayS,
    markets: shown.map(market =>
      marketView(
        market,
        exposures.filter(each => each.market === market.id),
      ),
    ),
    decisions: decisions.map(decisionView),
    requests: requestsOf(requests, id, markets),
  };
}

/** Offered, settled, held or backed: the rest the provider has withdrawn. */
function isShown({ id, status, result, hold, ruling }: TradedMarket, exposures: readonly Exposure[]): boolean {
  if (status === "active" || status === "suspended" || result || hold || ruling) return true;
  return exposures.some(({ market }) => market === id);
}

function requestsOf(requests: WaitingRequests, event: string, markets: readonly TradedMarket[]) {
  const subjects = [`event:${event}`, ...markets.map(({ id }) => `market:${id}`)];
  return Object.fromEntries(
    subjects.flatMap(subject => {
      const request = requests.get(subject);
      return request === undefined ? [] : [[subject, request]];
    }),
  );
}

function risksOf(markets: readonly TradedMarket[], exposures: readonly Exposure[]) {
  const byId = new Map(markets.map(market => [market.id, market]));
  const staked = new Map<bigint, bigint>();
  for (const { market, stake } of exposures) staked.set(market, (staked.get(market) ?? 0n) + stake);
  const risks = exposures.flatMap(({ market: id, outcome, payout }): OutcomeRisk[] => {
    const market = byId.get(id);
    if (!market) return [];
    const cap = BigInt(market.terms?.cap ?? riskLimits[findKind(market.kind)?.group ?? "main"].outcome);
    const { kind, spec } = market;
    return [{ market: id, kind, spec, outcome, payout, cap, loss: payout - (staked.get(id) ?? 0n) }];
  });
  const most = (value: (risk: OutcomeRisk) => number) =>
    risks.reduce<OutcomeRisk | null>((best, each) => (best && value(best) >= value(each) ? best : each), null);
  return {
    stake: [...staked.values()].reduce((sum, each) => sum + each, 0n),
    legs: exposures.reduce((sum, { slips }) => sum + slips, 0),
    worst: most(({ loss }) => Number(loss)),
    fullest: most(({ payout, cap }) => Number(payout) / Number(cap)),
  };
}
