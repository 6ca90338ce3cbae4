import type { RouteOutput } from "#kit/contract/route.ts";
import {
  type QueuedMarket,
  readFaultyMarkets,
  readFullOutcomes,
  readProducers,
  readTradedEvents,
} from "#modules/odds/server/index.ts";
import type { readTradingAlerts, TradingAlert } from "../../office/contract.ts";
import { listHeld } from "../trading/store.ts";
import { caps, shortNames, usedOf } from "./market-views.ts";
import type { TradingOfficeNeeds } from "./needs.ts";
import { queuedMarkets } from "./read-queue.ts";
import { unusualSlips } from "./unusual-slips.ts";

/** From this part of its cap on an outcome is an alert, in percent. */
const nearCap = 80;
const most = 30;

type Alerts = RouteOutput<typeof readTradingAlerts>["data"];

const plain = { at: null, names: null, market: null, outcome: null } as const;
const eventLink = (event: string, market?: bigint) =>
  `/trading/events/${event}${market === undefined ? "" : `?market=${market}`}`;

/** What needs a trader now: the feed first, then money, then results. */
export async function readAlerts(needs: TradingOfficeNeeds): Promise<Alerts> {
  const { db, clock } = needs.trading.host;
  const now = new Date(clock.now());
  const [producers, full, faulty, queue, held, unusual] = await Promise.all([
    readProducers(db),
    readFullOutcomes(db, caps, nearCap, now, most),
    readFaultyMarkets(db, now, most),
    queuedMarkets(needs),
    listHeld(db, most),
    unusualSlips(needs, now),
  ]);
  const alerts: TradingAlert[] = [
    ...producers
      .filter(({ takesBets, hold }) => !takesBets && hold === null)
      .map(({ producer, since }) =>
        Object.assign({}, plain, {
          kind: "producer_down" as const,
          at: since.toISOString(),
          value: producer,
          link: "/trading",
        }),
      ),
    ...full.map(({ event, fixture, market, kind, spec, outcome, payout, cap }) => ({
      kind: "exposure" as const,
      at: null,
      names: shortNames("", fixture),
      market: { kind, spec },
      outcome,
      value: String(usedOf(payout, cap)),
      link: eventLink(event, market),
    })),
    ...unusual,
    ...faulty.map(({ event, fixture, market, kind, spec, fault }) => ({
      kind: "price_fault" as const,
      at: null,
      names: shortNames("", fixture),
      market: { kind, spec },
      outcome: null,
      value: fault,
      link: eventLink(event, market),
    })),
    ...(await resultAlerts(needs, queue)),
    ...(held.length === 0
      ? []
      : [
          Object.assign({}, plain, {
            kind: "correction" as const,
            at: held[0]?.since.toISOString() ?? null,
            value: String(held.length),
            link: "/trading/settlement",
          }),
        ]),
  ];
  return { at: now.toISOString(), alerts };
}

/** One an event and reason. */
async function resultAlerts(
  { trading: { host } }: TradingOfficeNeeds,
  queue: readonly QueuedMarket[],
): Promise<readonly TradingAlert[]> {
  const groups = new Map<string, QueuedMarket[]>();
  for (const each of queue) {
    const key = `${each.why} ${each.event}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const events = await readTradedEvents(host.db, [...new Set(queue.map(({ event }) => event))]);
  const byId = new Map(events.map(event => [event.id, event]));
  return [...groups.values()].slice(0, most).flatMap(group => {
    const [first] = group;
    if (!first) return [];
    const { sport = "", fixture = {} } = byId.get(first.event) ?? {};
    return [
      {
        kind: first.why,
        at: first.since?.toISOString() ?? null,
        names: shortNames(sport, fixture),
        market: group.length === 1 ? { kind: first.kind, spec: first.spec } : null,
        outcome: null,
        value: String(group.length),
        link: `/trading/settlement#${first.event}`,
      },
    ];
  });
}
