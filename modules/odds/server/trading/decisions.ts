import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Json } from "#kit/std/json.ts";
import type { DecidedBy } from "./by.ts";

export type DecisionKind = "hold" | "lift" | "terms" | "delay" | "ruling" | "ruling_lifted" | "palpable_error";

export interface TradingDecision {
  readonly id: bigint;
  readonly at: Date;
  readonly kind: DecisionKind;
  readonly producer: string | null;
  readonly event: string | null;
  readonly market: bigint | null;
  readonly before: Json;
  readonly after: Json;
  readonly reason: string;
  readonly askedBy: string;
  readonly approvedBy: string | null;
}

type About = { readonly producer: string } | { readonly event: string; readonly market?: bigint };

export async function insertDecision(
  tx: Tx,
  kind: DecisionKind,
  about: About,
  facts: { readonly before: Json; readonly after: Json },
  { at, reason, askedBy, approvedBy, request }: DecidedBy,
): Promise<void> {
  const { producer, event, market } = Object.assign({ producer: null, event: null, market: null }, about);
  await tx.query(
    `INSERT INTO odds.trading_decisions (at, kind, producer, event, market, before, after, reason, asked_by, approved_by, request)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      at,
      kind,
      producer,
      event,
      market,
      JSON.stringify(facts.before),
      JSON.stringify(facts.after),
      reason,
      askedBy,
      approvedBy ?? null,
      request ?? null,
    ],
  );
}

/** About these events, newest first. */
export async function readDecisions(
  db: Queryable,
  events: readonly string[],
  limit: number,
): Promise<readonly TradingDecision[]> {
  const { rows } = await db.query<TradingDecision>(
    `SELECT id, at, kind, producer, event, market, before, after, reason, asked_by AS "askedBy", approved_by AS "approvedBy"
     FROM odds.trading_decisions WHERE event = ANY($1::text[]) ORDER BY id DESC LIMIT $2`,
    [events, limit],
  );
  return rows;
}
