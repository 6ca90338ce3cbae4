import type { Queryable } from "#kit/db/db.ts";
import type { ListedEvent } from "./list-events.ts";
import { type TradedMarket, tradedMarketColumns } from "./market-facts.ts";

export interface TradedEvent
  extends Pick<ListedEvent, "id" | "sport" | "fixture" | "status" | "plannedStart" | "state" | "hold" | "fault"> {
  readonly tournament: string;
  readonly addedDelayS: number;
  readonly n: bigint;
}

export interface Exposure {
  readonly market: bigint;
  readonly outcome: string;
  /** Micro-dollars. */
  readonly payout: bigint;
  readonly stake: bigint;
  readonly slips: number;
}

export async function readTradedEvents(db: Queryable, ids: readonly string[]): Promise<readonly TradedEvent[]> {
  const { rows } = await db.query<TradedEvent>(
    `SELECT id, sport, tournament, fixture, status, planned_start AS "plannedStart", state, hold, fault, added_delay_s AS "addedDelayS", n
     FROM odds.events WHERE id = ANY($1::text[])`,
    [ids],
  );
  return rows;
}

/** Markets of an event that are offered, settled, or have open slips. */
export async function readMarketsOfEvent(db: Queryable, event: string, now: Date): Promise<readonly TradedMarket[]> {
  const { rows } = await db.query<TradedMarket>(
    `SELECT ${tradedMarketColumns("$2::timestamptz")} FROM odds.markets m JOIN odds.events e ON e.id = m.event WHERE m.event = $1 ORDER BY m.id`,
    [event, now],
  );
  return rows;
}

export async function readExposures(db: Queryable, markets: readonly bigint[]): Promise<readonly Exposure[]> {
  const { rows } = await db.query<Exposure>(
    `SELECT market, outcome, payout_usd AS payout, stake_usd AS stake, slips FROM odds.exposures
     WHERE market = ANY($1::bigint[]) AND slips > 0 ORDER BY market, outcome`,
    [markets],
  );
  return rows;
}

/** Outcomes of a market that slips were ever placed on. */
export async function readBackedOutcomes(db: Queryable, market: bigint): Promise<readonly string[]> {
  const { rows } = await db.query<{ outcome: string }>(
    "SELECT outcome FROM odds.exposures WHERE market = $1 ORDER BY outcome",
    [market],
  );
  return rows.map(({ outcome }) => outcome);
}

/** Ids of an event's markets. */
export async function marketsOfEvent(db: Queryable, event: string): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ id: bigint }>("SELECT id FROM odds.markets WHERE event = $1", [event]);
  return rows.map(({ id }) => id);
}
