import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Role } from "../shared/permissions.ts";

/** Every SQL statement about who may approve, and about approvals that may come from one person. */

export interface ApproverRow {
  readonly id: Uuid;
  readonly role: Role;
  readonly disabledAt: Date | null;
  readonly approvesFrom: Date | null;
  readonly inviters: readonly Uuid[];
}

/** All operators, locked until the transaction ends: neither role nor state changes during an approval. */
export async function lockApprovers(tx: Tx): Promise<ReadonlyMap<Uuid, ApproverRow>> {
  const { rows } = await tx.query<ApproverRow>(
    `SELECT id, role, disabled_at AS "disabledAt", approves_from AS "approvesFrom", inviters
    FROM operators.operators ORDER BY id FOR UPDATE`,
  );
  return new Map(rows.map(row => [row.id, row]));
}

export interface SharedOrigin {
  readonly address: boolean;
  readonly device: boolean;
}

/** Whether two operators used the same address or device within a day of each other, in sessions used since `since`. */
export async function sharedOrigin(tx: Tx, author: Uuid, approver: Uuid, since: Date): Promise<SharedOrigin> {
  const { rows } = await tx.query<SharedOrigin>(
    `SELECT coalesce(bool_or(a.network = b.network), false) AS address, coalesce(bool_or(a.device = b.device), false) AS device
     FROM operators.sessions a JOIN operators.sessions b ON b.operator_id = $2
       AND a.opened_at < b.seen_at + interval '1 day' AND b.opened_at < a.seen_at + interval '1 day'
     WHERE a.operator_id = $1 AND a.seen_at >= $3 AND b.seen_at >= $3`,
    [author, approver, since],
  );
  return rows[0] ?? { address: false, device: false };
}

/** Whether an operator used one of these networks since `since`. */
export async function usedNetwork(tx: Tx, operator: Uuid, networks: readonly string[], since: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "SELECT 1 FROM operators.sessions WHERE operator_id = $1 AND network = ANY($2) AND seen_at >= $3 LIMIT 1",
    [operator, networks, since],
  );
  return rowCount > 0;
}

export interface NewSharedOrigin extends SharedOrigin {
  readonly id: Uuid;
  readonly at: Date;
  readonly subject: string;
  readonly author: Uuid | null;
  readonly approver: Uuid;
}

export async function insertSharedOrigin(tx: Tx, row: NewSharedOrigin): Promise<void> {
  await tx.query("INSERT INTO operators.shared_origins VALUES ($1, $2, $3, $4, $5, $6, $7)", [
    row.id,
    row.at,
    row.subject,
    row.author,
    row.approver,
    row.address,
    row.device,
  ]);
}

/** Approvals by one pair that may come from one person, grouped. */
export interface ApprovalAlert extends SharedOrigin {
  /** Null: a player. */
  readonly author: string | null;
  readonly approver: string;
  readonly approvals: number;
  readonly lastAt: Date;
}

export async function approvalAlerts(db: Queryable, since: Date): Promise<readonly ApprovalAlert[]> {
  const { rows } = await db.query<ApprovalAlert>(
    `SELECT a.name AS author, b.name AS approver, count(*)::int AS approvals, max(s.at) AS "lastAt",
       bool_or(s.address) AS address, bool_or(s.device) AS device
     FROM operators.shared_origins s LEFT JOIN operators.operators a ON a.id = s.author_id
       JOIN operators.operators b ON b.id = s.approver_id
     WHERE s.at >= $1 GROUP BY s.author_id, a.name, s.approver_id, b.name ORDER BY "lastAt" DESC LIMIT 20`,
    [since],
  );
  return rows;
}
