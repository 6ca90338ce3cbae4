import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** Every SQL statement about requests and their approvals. */

export interface RequestRow {
  readonly id: Uuid;
  readonly kind: string;
  readonly subject: string;
  readonly subject_version: string;
  readonly payload: Readonly<Record<string, Json>>;
  readonly payload_hash: Uint8Array;
  readonly reason: string;
  readonly needs: number;
  readonly asked_by: Uuid;
  readonly asked_name: string;
  readonly asked_at: Date;
  readonly expires_at: Date;
  readonly status: "waiting" | "approved" | "declined" | "expired";
  readonly decided_by: Uuid | null;
  readonly decided_name: string | null;
  readonly decided_at: Date | null;
  readonly decline_reason: string | null;
}

export interface ApprovalRow {
  readonly request_id: Uuid;
  readonly operator_id: Uuid;
  readonly operator_name: string;
  readonly approved_at: Date;
}

export type NewRequest = Omit<RequestRow, "status" | "decided_by" | "decided_name" | "decided_at" | "decline_reason">;

/** False when the same operator has already made the same request. */
export async function insertRequest(tx: Tx, row: NewRequest): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO approvals.requests (id, kind, subject, subject_version, payload, payload_hash, reason, needs, asked_by,
       asked_name, asked_at, expires_at) VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (asked_by, payload_hash) WHERE status = 'waiting' DO NOTHING`,
    [
      row.id,
      row.kind,
      row.subject,
      row.subject_version,
      JSON.stringify(row.payload),
      row.payload_hash,
      row.reason,
      row.needs,
      row.asked_by,
      row.asked_name,
      row.asked_at,
      row.expires_at,
    ],
  );
  return rowCount > 0;
}

export async function waitingRequestOf(tx: Tx, askedBy: Uuid, hash: Uint8Array): Promise<RequestRow | undefined> {
  const { rows } = await tx.query<RequestRow>(
    "SELECT * FROM approvals.requests WHERE asked_by = $1 AND payload_hash = $2 AND status = 'waiting'",
    [askedBy, hash],
  );
  return rows[0];
}

/** Locked until the transaction ends: approvals of one request are counted one after the other. */
export async function lockRequest(tx: Tx, id: Uuid): Promise<RequestRow | undefined> {
  const { rows } = await tx.query<RequestRow>("SELECT * FROM approvals.requests WHERE id = $1 FOR UPDATE", [id]);
  return rows[0];
}

export async function requestById(db: Queryable, id: Uuid): Promise<RequestRow | undefined> {
  const { rows } = await db.query<RequestRow>("SELECT * FROM approvals.requests WHERE id = $1", [id]);
  return rows[0];
}

export interface RequestFilter {
  readonly kinds: readonly string[];
  /** Only those that are still open. */
  readonly waitingAt: Date | null;
  readonly limit: number;
}

/** Newest first; with `waitingAt` the oldest first. */
export async function findRequests(db: Queryable, filter: RequestFilter): Promise<readonly RequestRow[]> {
  const { rows } = await db.query<RequestRow>(
    `SELECT * FROM approvals.requests WHERE kind = ANY($1)
       AND ($2::timestamptz IS NULL OR (status = 'waiting' AND expires_at > $2))
     ORDER BY CASE WHEN $2::timestamptz IS NOT NULL THEN asked_at END, asked_at DESC, id DESC LIMIT $3`,
    [filter.kinds, filter.waitingAt, filter.limit],
  );
  return rows;
}

export async function countWaiting(db: Queryable, kinds: readonly string[], now: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM approvals.requests WHERE kind = ANY($1) AND status = 'waiting' AND expires_at > $2`,
    [kinds, now],
  );
  return rows[0]?.n ?? 0;
}

export async function approvalsOf(db: Queryable, requests: readonly Uuid[]): Promise<readonly ApprovalRow[]> {
  const { rows } = await db.query<ApprovalRow>(
    `SELECT request_id, operator_id, operator_name, approved_at FROM approvals.approvals WHERE request_id = ANY($1)
     ORDER BY approved_at, operator_id`,
    [requests],
  );
  return rows;
}

/** False when this operator has already approved it. */
export async function insertApproval(
  tx: Tx,
  request: Pick<RequestRow, "id" | "asked_by">,
  by: { readonly id: Uuid; readonly name: string },
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO approvals.approvals (request_id, asked_by, operator_id, operator_name, approved_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (request_id, operator_id) DO NOTHING`,
    [request.id, request.asked_by, by.id, by.name, at],
  );
  return rowCount > 0;
}

export interface Decision {
  readonly status: "approved" | "declined";
  readonly by: { readonly id: Uuid; readonly name: string };
  readonly at: Date;
  readonly reason: string | null;
}

export async function decideRequest(tx: Tx, id: Uuid, { status, by, at, reason }: Decision): Promise<void> {
  await tx.query(
    `UPDATE approvals.requests SET status = $2, decided_by = $3, decided_name = $4, decided_at = $5, decline_reason = $6
     WHERE id = $1`,
    [id, status, by.id, by.name, at, reason],
  );
}

export async function expireRequests(db: Queryable, now: Date): Promise<void> {
  await db.query("UPDATE approvals.requests SET status = 'expired' WHERE status = 'waiting' AND expires_at <= $1", [
    now,
  ]);
}
