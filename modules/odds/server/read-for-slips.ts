import { int8Array, textArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { EventState, EventStatus } from "../shared/apply/event-model.ts";
import type { Chances } from "../shared/feed.ts";
import type { Result } from "../shared/result.ts";
import { legWindowSql, type WindowRefusal } from "./leg-windows.ts";
import type { LegQuery } from "./read.ts";

/** A market as the settlement of slips sees it. */
export interface DecidedMarket {
  readonly id: bigint;
  readonly event: string;
  readonly producer: string;
  readonly eventStatus: EventStatus;
  /** Places of an outright that is over. */
  readonly standings: NonNullable<EventState["standings"]> | null;
  /** Messages in the log of the event. */
  readonly position: bigint;
  readonly plannedStart: Date | null;
  readonly startedAt: Date | null;
  /** The provider's standing result by outcome, and what our own rules make of the facts; null while there is none. */
  readonly result: Result | null;
  readonly ownResult: Result | null;
  readonly certainty: 1 | 2 | null;
  readonly disputed: boolean;
  readonly decidedAt: Date | null;
  /** The result is one that operators set manually: it overrides the provider's. */
  readonly ruled: boolean;
  /** Prices that were palpable errors: bets at them are void. */
  readonly errors: readonly {
    readonly outcome: string;
    readonly from: string;
    readonly to: string;
    readonly leastPrice: number;
  }[];
  /** Windows in which accepted bets are void, without those that were rolled back. */
  readonly cancels: readonly { readonly from: string | null; readonly to: string | null; readonly reason: string }[];
}

/** Markets by id. Nothing is locked: a decision that commits meanwhile announces itself again. */
export async function readDecidedMarkets(
  db: Queryable,
  markets: readonly bigint[],
): Promise<ReadonlyMap<bigint, DecidedMarket>> {
  const { rows } = await db.query<DecidedMarket>(
    `SELECT m.id, m.event, m.producer, e.status AS "eventStatus", e.state -> 'standings' AS standings, e.position, e.planned_start AS "plannedStart", e.started_at AS "startedAt",
       coalesce(m.ruling -> 'result', m.result) AS result, m.own_result AS "ownResult", m.ruling IS NOT NULL AS ruled,
       CASE WHEN m.ruling IS NULL THEN m.certainty ELSE 2 END AS certainty, m.disputed AND m.ruling IS NULL AS disputed,
       CASE WHEN m.ruling IS NULL THEN m.decided_at
         ELSE timestamptz 'epoch' + (m.ruling ->> 'decidedAt')::double precision * interval '1 millisecond' END AS "decidedAt",
       coalesce((SELECT jsonb_agg(jsonb_build_object('outcome', x.outcome, 'from', x.from_at, 'to', x.to_at, 'leastPrice', x.least_price))
         FROM odds.palpable_errors x WHERE x.market = m.id), '[]') AS errors,
       coalesce((SELECT jsonb_agg(jsonb_build_object('from', c.from_at, 'to', c.to_at, 'reason', c.reason) ORDER BY c.n)
         FROM odds.cancels c WHERE c.market = m.id AND c.rolled_back_n IS NULL), '[]') AS cancels
     FROM odds.markets m JOIN odds.events e ON e.id = m.event WHERE m.id = ANY($1::int8[])`,
    [int8Array([...markets])],
    "odds.decided-markets",
  );
  return new Map(rows.map(row => [row.id, row]));
}

/**
 * The last prices of markets before the start, in thousandths by outcome: those at which the market took bets last. Missing while it still
 * takes them, and for one that never did.
 */
export async function readClosingPrices(
  db: Queryable,
  markets: readonly bigint[],
): Promise<ReadonlyMap<bigint, Readonly<Record<string, number>>>> {
  const { rows } = await db.query<{ id: bigint; closing: Readonly<Record<string, number>> }>(
    `SELECT m.id, m.closing FROM odds.markets m JOIN odds.events e ON e.id = m.event
     WHERE m.id = ANY($1::int8[]) AND m.closing IS NOT NULL AND e.started_at IS NOT NULL`,
    [int8Array([...markets])],
    "odds.closing-prices",
  );
  return new Map(rows.map(({ id, closing }) => [id, closing]));
}

/** An event as slips and their pages see it. */
export interface BettingEvent {
  readonly id: string;
  readonly sport: string;
  readonly tournament: string;
  /** Ids of the competitors; both null for an outright. */
  readonly home: string | null;
  readonly away: string | null;
  /** Of an outright; 0 for a match. */
  readonly entrants: number;
  readonly status: EventStatus;
  readonly plannedStart: Date | null;
  readonly state: EventState;
  /** Seconds that live bets wait beside the delay of the sport. */
  readonly addedDelayS: number;
}

export async function readBettingEvents(
  db: Queryable,
  events: readonly string[],
): Promise<ReadonlyMap<string, BettingEvent>> {
  // The limit has the planner expect one event and not ten, which makes the prepared plan dearer than a new one for each call (0257).
  const { rows } = await db.query<BettingEvent>(
    `SELECT e.id, e.sport, e.tournament, e.home, e.away, e.status,
       CASE WHEN e.home IS NULL THEN coalesce(jsonb_array_length(e.fixture -> 'competitors'), 0) ELSE 0 END AS entrants,
       e.planned_start AS "plannedStart", e.state, e.added_delay_s AS "addedDelayS"
     FROM (SELECT * FROM unnest($1::text[]) AS n (id) LIMIT $2) w JOIN odds.events e ON e.id = w.id`,
    [textArray([...events]), events.length],
    "odds.betting-events",
  );
  return new Map(rows.map(row => [row.id, row]));
}

/** A leg as it could be cashed out now. */
export interface LockedLeg {
  /** Why it has no price; null while it has one. */
  readonly refusal: WindowRefusal | null;
  readonly p: Chances | null;
  /** What a bet would be accepted at, in thousandths, and the newest message of the market; null when there is none. */
  readonly price: number | null;
  readonly marketN: bigint | null;
  /** The id of the market; null when there is none. */
  readonly market: bigint | null;
}

/** Legs in their order, with their rows locked FOR SHARE until the transaction `tx` ends: what is read stays true until then. */
export async function lockLegs(tx: Queryable, legs: readonly LegQuery[], now: Date): Promise<readonly LockedLeg[]> {
  const column = (key: keyof LegQuery) => textArray(legs.map(leg => leg[key]));
  const { rows } = await tx.query<LockedLeg>(
    `WITH wanted AS (
       SELECT leg::integer, event, kind, spec, outcome, NULL::integer AS counter
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS l (event, kind, spec, outcome, leg)
     ), ${legWindowSql({ legs: "wanted", now: "$5::timestamptz" })}
     SELECT refusal, p, price, market_n AS "marketN", market FROM odds_windows ORDER BY leg`,
    [column("event"), column("kind"), column("spec"), column("outcome"), now],
    "odds.lock-legs",
  );
  return rows;
}

/** Markets with open slips on events that should have begun before this time and have not. */
export async function readOverdueMarkets(db: Queryable, before: Date): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ market: bigint }>(
    `SELECT DISTINCT x.market FROM odds.exposures x JOIN odds.markets m ON m.id = x.market JOIN odds.events e ON e.id = m.event
     WHERE x.slips > 0 AND e.planned_start <= $1 AND e.started_at IS NULL ORDER BY x.market`,
    [before],
  );
  return rows.map(({ market }) => market);
}
