import type { Queryable, Tx } from "#kit/db/db.ts";
import type { EventState, EventStatus } from "../shared/apply/event-model.ts";
import type { Facts, Incident } from "../shared/facts.ts";
import type { Chances } from "../shared/feed.ts";
import type { MarketTerms } from "../shared/market-terms.ts";
import type { Result } from "../shared/result.ts";
import { legWindowSql, type WindowRefusal } from "./leg-windows.ts";

export interface LegQuery {
  readonly event: string;
  readonly kind: string;
  /** Canonical. */
  readonly spec: string;
  readonly outcome: string;
}

/** A leg as it could be accepted now. */
export interface LegNow {
  readonly market: bigint | null;
  readonly refusal: WindowRefusal | null;
  /** Thousandths. */
  readonly price: number | null;
  readonly p: Chances | null;
  readonly marketN: bigint | null;
  /** Counts the changes of the market. */
  readonly version: bigint | null;
  readonly incidentCounter: number | null;
  /** What operators set for the market; null: nothing. */
  readonly terms: MarketTerms | null;
}

/** Prices and refusals of legs in their order, for quotes and cash-out: nothing is locked. */
export async function readLegs(db: Queryable, legs: readonly LegQuery[], now: Date): Promise<readonly LegNow[]> {
  const column = (key: keyof LegQuery) => legs.map(leg => leg[key]);
  const windows = legWindowSql({ legs: "wanted", now: "$5::timestamptz" }).replaceAll(" FOR SHARE", "");
  const { rows } = await db.query<LegNow>(
    `WITH wanted AS (
       SELECT leg::integer, event, kind, spec, outcome, NULL::integer AS counter
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS l (event, kind, spec, outcome, leg)
     ), ${windows}
     SELECT market, refusal, price, p, market_n AS "marketN", version, incident_counter AS "incidentCounter", terms FROM odds_windows ORDER BY leg`,
    [column("event"), column("kind"), column("spec"), column("outcome"), now],
  );
  return rows;
}

export interface MarketResult {
  readonly event: string;
  /** The provider's standing result by outcome, and what our own rules make of the facts; null while there is none. */
  readonly result: Result | null;
  readonly ownResult: Result | null;
  readonly certainty: 1 | 2 | null;
  readonly disputed: boolean;
  readonly decidedAt: Date | null;
  readonly startedAt: Date | null;
  /** Windows in which accepted bets are void, those that were rolled back left out. */
  readonly cancels: readonly { readonly from: string | null; readonly to: string | null; readonly reason: string }[];
}

/** What a settlement of slips needs of a market; its row is locked FOR SHARE. */
export async function marketResult(tx: Tx, market: bigint): Promise<MarketResult | undefined> {
  const { rows } = await tx.query<MarketResult>(
    `SELECT m.event, m.result, m.own_result AS "ownResult", m.certainty, m.disputed, m.decided_at AS "decidedAt",
      e.started_at AS "startedAt",
       coalesce((SELECT jsonb_agg(jsonb_build_object('from', c.from_at, 'to', c.to_at, 'reason', c.reason) ORDER BY c.n)
         FROM odds.cancels c WHERE c.market = m.id AND c.rolled_back_n IS NULL), '[]') AS cancels
     FROM odds.markets m JOIN odds.events e ON e.id = m.event WHERE m.id = $1 FOR SHARE OF m`,
    [market],
  );
  return rows[0];
}

export interface EventFacts {
  readonly event: string;
  readonly sport: string;
  readonly status: EventStatus;
  readonly startedAt: Date | null;
  /** Undefined before the first state. */
  readonly clock: Facts["clock"] | undefined;
  readonly score: Facts["score"] | undefined;
  readonly standings: Facts["standings"];
  /** Without those that were cancelled. */
  readonly incidents: readonly Incident[];
}

export async function eventFacts(db: Queryable, event: string): Promise<EventFacts | undefined> {
  const { rows } = await db.query<{
    sport: string;
    status: EventStatus;
    startedAt: Date | null;
    state: EventState;
    incidents: readonly Incident[];
  }>(
    `SELECT sport, status, started_at AS "startedAt", state, coalesce((SELECT jsonb_agg(incident ORDER BY n, position)
       FROM odds.incidents i WHERE i.event = e.id AND cancelled_n IS NULL), '[]') AS incidents
     FROM odds.events e WHERE id = $1`,
    [event],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { clock, score, standings } = row.state;
  return {
    event,
    sport: row.sport,
    status: row.status,
    startedAt: row.startedAt,
    clock,
    score,
    standings,
    incidents: row.incidents,
  };
}
