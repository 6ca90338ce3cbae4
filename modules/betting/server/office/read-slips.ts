import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteInput, RouteOutput } from "#kit/contract/route.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { namesOf } from "#modules/accounts/server/index.ts";
import {
  type LoggedMessage,
  marketsOfEvent,
  readDecidedMarkets,
  readDecisions,
  readMessagesOf,
  readTradedEvents,
} from "#modules/odds/server/index.ts";
import { priceText } from "#modules/odds/shared/price-text.ts";
import type { Slip, SlipLeg } from "#modules/wallet/server/index.ts";
import type { TradedNames } from "../../office/fields.ts";
import type { readTradedSlip, readTradedSlips, TradedMessage } from "../../office/slip-contract.ts";
import { possibleReturn } from "../../shared/judge-slip.ts";
import { readTerms } from "../../shared/slip-terms.ts";
import { makeSlipReceipts } from "../make-receipts.ts";
import { owedFor } from "../slip-debts.ts";
import { judgedSlip, stateOfLeg } from "../slip-facts.ts";
import { slipView } from "../slip-views.ts";
import { readFactor, readHeld } from "../trading/store.ts";
import { slipNamed } from "../trading/void-slip.ts";
import { decisionView } from "./event-views.ts";
import { namesView, shortNames, thousandths } from "./market-views.ts";
import type { TradingOfficeNeeds } from "./needs.ts";
import { waitingRequests } from "./waiting-requests.ts";

const pageSize = 25;
const mostMessages = 60;

type Page = RouteOutput<typeof readTradedSlips>["data"];

/** Everybody's slips, newest first. */
export async function listTradedSlips(
  { trading: { host, wallet, bets }, people }: TradingOfficeNeeds,
  { state = "all", player, event, cursor }: RouteInput<typeof readTradedSlips>["query"],
): Promise<Page> {
  const { slips, next } = await wallet.slipBooks.all({
    isOpen: state === "all" ? undefined : state === "open",
    player: player as PlayerId | undefined,
    markets: event === undefined ? undefined : await marketsOfEvent(host.db, event),
    limit: pageSize,
    cursor,
  });
  const [names, nameOf, markets] = await Promise.all([
    namesOfEvents(host.db, slips, shortNamesWith),
    namesOf(
      { people },
      slips.map(each => each.player),
    ),
    readDecidedMarkets(host.db, [...new Set(slips.flatMap(({ legs }) => legs.map(({ market }) => market)))]),
  ]);
  const returnsOf = (slip: Slip): bigint => {
    if (slip.status === "voided") return slip.stake - slip.closed + slip.cashedOut;
    if (slip.status !== "open") return slip.payout + slip.boost + slip.cashedOut;
    const states = slip.legs.map(leg => stateOfLeg(slip, leg, markets.get(leg.market), host.clock.now()));
    return possibleReturn(judgedSlip(slip, states));
  };
  return {
    items: slips.map(slip => ({
      id: bets.ids.seal(slip.player, slip.key),
      player: nameOf(slip.player),
      placed_at: slip.placedAt.toISOString(),
      kind: readTerms(slip.terms).kind,
      status: slip.status,
      currency: slip.currency,
      stake: formatAmount(slip.stake),
      returns: formatAmount(returnsOf(slip) as Micros),
      legs: slip.legs.map(({ event: of, kind, spec, outcome, price }) => ({
        event: of,
        names: names[of] ?? emptyNames,
        kind,
        spec,
        outcome,
        price: priceText(price),
      })),
    })),
    next_cursor: next,
  };
}

export const emptyNames: TradedNames = { sport: "", league: "", title: "", home: "", away: "", entrants: {} };

type Db = Parameters<typeof readTradedEvents>[0];

export async function namesOfEvents(
  db: Db,
  slips: readonly Slip[],
  view: (sport: string, fixture: unknown, outcomes: readonly string[]) => TradedNames,
): Promise<Record<string, TradedNames>> {
  const legs = slips.flatMap(slip => slip.legs);
  const events = await readTradedEvents(db, [...new Set(legs.map(({ event }) => event))]);
  return Object.fromEntries(
    events.map(({ id, sport, fixture }) => [
      id,
      view(
        sport,
        fixture,
        legs.filter(({ event }) => event === id).map(({ outcome }) => outcome),
      ),
    ]),
  );
}

/** With the names of these outcomes only. */
export function shortNamesWith(sport: string, fixture: unknown, outcomes: readonly string[]): TradedNames {
  const { entrants } = namesView(sport, fixture);
  const named = outcomes.flatMap(id => (entrants[id] === undefined ? [] : [[id, entrants[id]] as const]));
  return Object.assign(shortNames(sport, fixture), { entrants: Object.fromEntries(named) });
}

/** A slip with every message that made its prices and its result. */
export async function readSlipPage(
  needs: TradingOfficeNeeds,
  id: string,
  permissions: ReadonlySet<string>,
): Promise<RouteOutput<typeof readTradedSlip>["data"]> {
  const { trading, people } = needs;
  const { host, wallet, bets } = trading;
  const slip = (await slipNamed(trading, id, host.db)) ?? fail(notFound);
  const events = [...new Set(slip.legs.map(({ event }) => event))];
  const [[receipt], markets, revisions, names, messages, decisions, nameOf, factor, [held], requests, debt] =
    await Promise.all([
      makeSlipReceipts(host.db, bets.ids, [slip]),
      readDecidedMarkets(
        host.db,
        slip.legs.map(({ market }) => market),
      ),
      wallet.slipBooks.revisions(slip.player, [slip.key]),
      namesOfEvents(host.db, [slip], shortNamesWith),
      Promise.all(slip.legs.map(leg => messagesOf(host.db, leg))),
      readDecisions(host.db, events, mostMessages),
      namesOf({ people }, [slip.player]),
      readFactor(host.db, slip.player),
      readHeld(host.db, [slip]),
      waitingRequests(needs, permissions),
      owedFor(host.db, slip),
    ]);
  const own = new Set(slip.legs.map(({ market }) => String(market)));
  const isWaiting = held?.decision === null && held.after === slip.revision;
  return {
    slip: slipView(
      bets.ids,
      slip,
      required(receipt, "a receipt").hash,
      markets,
      revisions,
      { offer: null, rule: null, now: [], debt },
      host.clock.now(),
    ),
    player: nameOf(slip.player),
    names,
    factor: thousandths(factor.factor),
    messages,
    states: slip.legs.map(({ event, eventN, market, marketN, eventHead }) => ({
      event,
      n: String(eventN),
      market: String(market),
      market_n: String(marketN),
      head: eventHead,
    })),
    decisions: decisions.map(decisionView).filter(({ market }) => market === null || own.has(market)),
    correction: isWaiting ? { id: held.id, why: held.why, since: held.since.toISOString() } : null,
    request: requests.get(`slip:${id}`) ?? null,
  };
}

async function messagesOf(db: Db, { event, kind, marketN }: SlipLeg): Promise<TradedMessage[]> {
  const messages = await readMessagesOf(db, { event, kind, n: marketN }, mostMessages);
  return messages.map(message => messageView(message, marketN));
}

function messageView(
  { event, position, n, type, producer, epoch, frame, arrived, skipped, head, text }: LoggedMessage,
  marketN: bigint,
): TradedMessage {
  return {
    event,
    position: String(position),
    n: String(n),
    type,
    producer,
    frame: `${epoch}/${frame}`,
    arrived: arrived?.toISOString() ?? null,
    skipped,
    head,
    text,
    made_price: n === marketN && type === "odds_change",
  };
}
