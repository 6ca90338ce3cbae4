import type { Queryable, Tx } from "#kit/db/db.ts";

export interface TxRow {
  readonly id: string;
  readonly casino: number;
  readonly round: string;
  readonly kind: "bet" | "win" | "rollback";
  readonly body: string;
  readonly attempts: number;
}

export interface NewTx {
  readonly id: string;
  readonly round: string;
  readonly casino: number;
  readonly kind: TxRow["kind"];
  /** Micro-units. */
  readonly amount: bigint;
  /** Of a rollback: the id of the bet. */
  readonly ref?: string;
  readonly body: string;
  readonly at: Date;
  /** When the outbox sends it; without it, only the caller does. */
  readonly due?: Date;
}

export async function insertTx(tx: Tx, { id, round, casino, kind, amount, ref, body, at, due }: NewTx): Promise<void> {
  await tx.query(
    `INSERT INTO rgs.txs (id, round, casino, kind, amount, ref, body, state, created_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'sent', $8, $9)`,
    [id, round, casino, kind, amount, ref ?? null, body, at, due ?? null],
  );
}

/** Records the final response. `status`: the status word of the casino. The outbox does not send the tx again. */
export async function endTx(
  tx: Tx,
  round: string,
  kind: TxRow["kind"],
  end: { readonly state: string; readonly status: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    "UPDATE rgs.txs SET state = $3, status = $4, answered_at = $5, due_at = NULL WHERE round = $1 AND kind = $2",
    [round, kind, end.state, end.status, end.at],
  );
}

/** Leases up to `most` due txs to the caller, the oldest first. A tx that has not ended by `until` is due again. */
export async function leaseDue(tx: Tx, now: Date, until: Date, most: number): Promise<readonly TxRow[]> {
  const { rows } = await tx.query<TxRow>(
    `UPDATE rgs.txs SET due_at = $2 WHERE id IN (
       SELECT id FROM rgs.txs WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id, casino, round, kind, body, attempts`,
    [now, until, most],
  );
  return rows;
}

/** Leases the waiting tx of a round, due or not; undefined if none is waiting. */
export async function leaseTx(from: Queryable, round: string, until: Date): Promise<TxRow | undefined> {
  const { rows } = await from.query<TxRow>(
    "UPDATE rgs.txs SET due_at = $2 WHERE round = $1 AND due_at IS NOT NULL RETURNING id, casino, round, kind, body, attempts",
    [round, until],
  );
  return rows[0];
}

/** Counts a failed attempt and sets the time of the next one. */
export async function retryTx(from: Queryable, id: string, due: Date): Promise<void> {
  await from.query("UPDATE rgs.txs SET attempts = attempts + 1, due_at = $2 WHERE id = $1 AND due_at IS NOT NULL", [
    id,
    due,
  ]);
}
