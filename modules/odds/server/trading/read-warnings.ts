import type { Queryable } from "#kit/db/db.ts";
import { riskSql } from "./list-events.ts";

/** A market that needs a trader's eye. */
export interface MarketWarning {
  readonly event: string;
  readonly fixture: Readonly<Record<string, unknown>>;
  readonly market: bigint;
  readonly kind: string;
  readonly spec: string;
}

export interface FullOutcome extends MarketWarning {
  readonly outcome: string;
  /** Micro-dollars. */
  readonly payout: bigint;
  readonly cap: bigint;
}

const open = `e.status IN ('live', 'scheduled') AND e.planned_start BETWEEN $1::timestamptz - interval '2 days' AND $1::timestamptz + interval '7 days'`;

/** Outcomes of open events that cost at least this part of their cap, in percent; the fullest first. */
export async function readFullOutcomes(
  db: Queryable,
  caps: Readonly<Record<string, string>>,
  percent: number,
  now: Date,
  limit: number,
): Promise<readonly FullOutcome[]> {
  const { rows } = await db.query<FullOutcome>(
    `SELECT e.id AS event, e.fixture, r.market, r.kind, r.spec, r.outcome, r.payout, r.cap
     FROM odds.events e CROSS JOIN LATERAL (${riskSql("e.id", "$2::jsonb")}) r
     WHERE ${open} AND r.payout * 100::numeric >= r.cap::numeric * $3 ORDER BY r.payout::numeric / greatest(r.cap, 1) DESC LIMIT $4`,
    [now, JSON.stringify(caps), percent, limit],
  );
  return rows;
}

export interface FaultyMarket extends MarketWarning {
  readonly fault: string;
}

/** Markets of open events that our checks keep closed although the provider offers them. */
export async function readFaultyMarkets(db: Queryable, now: Date, limit: number): Promise<readonly FaultyMarket[]> {
  const { rows } = await db.query<FaultyMarket>(
    `SELECT e.id AS event, e.fixture, m.id AS market, m.kind, m.spec, m.fault
     FROM odds.events e JOIN odds.markets m ON m.event = e.id
     WHERE ${open} AND m.status = 'active' AND m.fault IS NOT NULL AND m.fault <> 'unknown_market' AND m.result IS NULL
     ORDER BY m.id DESC LIMIT $2`,
    [now, limit],
  );
  return rows;
}
