import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** Every SQL statement about requests and their approvals. */

export interface RequestRow {
  readonly id: Uuid;
  readonly kind: string;
  readonly subject: string;
  readonly subjectVersion: string;
  readonly payload: Readonly<Record<string, Json>>;
  readonly payloadHash: Uint8Array;
  readonly reason: string;
  readonly needs: number;
  readonly askedBy: Uuid;
  readonly askedName: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly status: "waiting" | "approved" | "declined" | "expired";
  readonly decidedBy: Uuid | null;
  readonly decidedName: string | null;
  readonly decidedAt: Date | null;
  readonly declineReason: string | null;
}

const columns = `id, kind, subject, subject_version AS "subjectVersion", payload, payload_hash AS "payloadHash", reason, needs,
  asked_by AS "askedBy", asked_name AS "askedName", asked_at AS "askedAt", expires_at AS "expiresAt", status,
  decided_by AS "decidedBy", decided_name AS "decidedName", decided_at AS "decidedAt", decline_reason AS "declineReason"`;

export interface ApprovalRow {
  readonly requestId: Uuid;
  readonly operatorId: Uuid;
  readonly operatorName: string;
  readonly approvedAt: Date;
}

export type NewRequest = Omit<RequestRow, "status" | "decidedBy" | "decidedName" | "decidedAt" | "declineReason">;

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
      row.subjectVersion,
      JSON.stringify(row.payload),
      row.payloadHash,
      row.reason,
      row.needs,
      row.askedBy,
      row.askedName,
      row.askedAt,
      row.expiresAt,
    ],
  );
  return rowCount > 0;
}

export async function waitingRequestOf(tx: Tx, askedBy: Uuid, hash: Uint8Array): Promise<RequestRow | undefined> {
  const { rows } = await tx.query<RequestRow>(
    `SELECT ${columns} FROM approvals.requests WHERE asked_by = $1 AND payload_hash = $2 AND status = 'waiting'`,
    [askedBy, hash],
  );
  return rows[0];
}

/** Locked until the transaction ends: approvals of one request are counted one after the other. */
export async function lockRequest(tx: Tx, id: Uuid): Promise<RequestRow | undefined> {
  const { rows } = await tx.query<RequestRow>(`SELECT ${columns} FROM approvals.requests WHERE id = $1 FOR UPDATE`, [
    id,
  ]);
  return rows[0];
}

export async function requestById(db: Queryable, id: Uuid): Promise<RequestRow | undefined> {
  const { rows } = await db.query<RequestRow>(`SELECT ${columns} FROM approvals.requests WHERE id = $1`, [id]);
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
    `SELECT ${columns} FROM approvals.requests WHERE kind = ANY($1)
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
    `SELECT request_id AS "requestId", operator_id AS "operatorId", operator_name AS "operatorName",
      approved_at AS "approvedAt" FROM approvals.approvals WHERE request_id = ANY($1)
     ORDER BY approved_at, operator_id`,
    [requests],
  );
  return rows;
}

/** False when this operator has already approved it. */
export async function insertApproval(
  tx: Tx,
  request: Pick<RequestRow, "id" | "askedBy">,
  by: { readonly id: Uuid; readonly name: string },
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO approvals.approvals (request_id, asked_by, operator_id, operator_name, approved_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (request_id, operator_id) DO NOTHING`,
    [request.id, request.askedBy, by.id, by.name, at],
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
