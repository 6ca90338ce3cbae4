import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { PayoutStatus } from "../../shared/payouts.ts";
import { hasOpenQuestion } from "./questions.ts";

/** Every SQL statement about approvals of payouts. */

export interface Approval {
  readonly operatorId: Uuid;
  readonly operatorName: string;
  readonly approvedAt: string;
}

export interface QueuedPayout {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly method: string;
  readonly label: string;
  readonly status: PayoutStatus;
  readonly createdAt: Date;
  readonly sendAt: Date;
  readonly endedAt: Date | null;
  readonly approvalsNeeded: number;
  readonly waitsFor: readonly string[];
  readonly approvedAt: Date | null;
  readonly approvals: readonly Approval[];
}

const undecided = "p.status = 1 AND p.approvals_needed > 0 AND p.approved_at IS NULL";
/** At an instant, which is an expression of SQL: those that wait for their player are in a list of their own. */
const waiting = (now: string) => `${undecided} AND NOT ${hasOpenQuestion("p.id", now)}`;

/** Which payouts: those that wait for an operator or for an answer of their player, the oldest first; or all, the newest first. */
export type PayoutQueue = "waiting" | "asked" | "all";

const oldestFirst = "AND ($3::uuid IS NULL OR p.id > $3) ORDER BY p.id";
const conditions: Readonly<Record<PayoutQueue, string>> = {
  waiting: `AND ${waiting("$5")} ${oldestFirst}`,
  asked: `AND ${undecided} AND ${hasOpenQuestion("p.id", "$5")} ${oldestFirst}`,
  all: "AND ($3::uuid IS NULL OR p.id < $3) ORDER BY p.id DESC",
};

export async function queuedPayouts(
  db: Queryable,
  which: {
    readonly queue: PayoutQueue;
    /** For the queues that depend on it. */
    readonly now?: Date;
    readonly player: PlayerId | null;
    readonly id: Uuid | null;
    /** Where the former page ended. */
    readonly after: Uuid | null;
    readonly limit: number;
  },
): Promise<readonly QueuedPayout[]> {
  const { rows } = await db.query<QueuedPayout>(
    `SELECT p.id, p.player_id AS "playerId", p.currency, p.amount, i.method, i.label, p.status, p.created_at AS "createdAt",
      p.send_at AS "sendAt", p.ended_at AS "endedAt",
       p.approvals_needed AS "approvalsNeeded", p.waits_for AS "waitsFor", p.approved_at AS "approvedAt",
       coalesce((SELECT jsonb_agg(jsonb_build_object('operatorId', a.operator_id, 'operatorName', a.operator_name,
           'approvedAt', to_char(a.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) ORDER BY a.approved_at)
         FROM payments.payout_approvals a WHERE a.payout_id = p.id), '[]') AS approvals
     FROM payments.payouts p JOIN payments.instruments i ON i.id = p.instrument_id
     WHERE ($1::uuid IS NULL OR p.player_id = $1) AND ($2::uuid IS NULL OR p.id = $2)
       AND ($5::timestamptz IS NULL OR true) ${conditions[which.queue]}
     LIMIT $4`,
    [which.player, which.id, which.after, which.limit, which.now ?? null],
  );
  return rows;
}

export async function countWaitingPayouts(db: Queryable, now: Date): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(
    `SELECT count(*) AS n FROM payments.payouts p WHERE ${waiting("$1")}`,
    [now],
  );
  return Number(rows[0]?.n ?? 0n);
}

/** Since when the first of them waits; null while none does. */
export async function oldestWaitingPayout(db: Queryable, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date | null }>(
    `SELECT min(p.created_at) AS since FROM payments.payouts p WHERE ${waiting("$1")}`,
    [now],
  );
  return rows[0]?.since ?? null;
}

/** The approvals a payout waits for. Under the lock of its transaction. */
export async function requireApprovals(tx: Tx, id: Uuid, needed: number, waitsFor: readonly string[]): Promise<void> {
  await tx.query("UPDATE payments.payouts SET approvals_needed = $2, waits_for = $3 WHERE id = $1", [
    id,
    needed,
    waitsFor,
  ]);
}

/** False when this operator has approved it before. */
export async function insertApproval(
  tx: Tx,
  payout: Uuid,
  operator: { readonly id: Uuid; readonly name: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO payments.payout_approvals VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [payout, operator.id, operator.name, now],
  );
  return rowCount > 0;
}

export async function approversOf(tx: Tx, payout: Uuid): Promise<readonly Uuid[]> {
  const { rows } = await tx.query<{ operatorId: Uuid }>(
    `SELECT operator_id AS "operatorId" FROM payments.payout_approvals WHERE payout_id = $1`,
    [payout],
  );
  return rows.map(({ operatorId }) => operatorId);
}

export async function noteApproved(tx: Tx, id: Uuid, now: Date): Promise<void> {
  await tx.query("UPDATE payments.payouts SET approved_at = $2 WHERE id = $1", [id, now]);
}
