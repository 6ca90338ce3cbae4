import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of corrections. */

export interface Correction {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly currency: Currency;
  /** Signed micro-units: a positive amount is credited to the player. */
  readonly amount: Micros;
  readonly reason: string;
  readonly status: "waiting" | "booked" | "declined";
  readonly askedBy: Uuid;
  readonly askedName: string;
  readonly askedAt: Date;
  readonly decidedBy: Uuid | null;
  readonly decidedName: string | null;
  readonly decidedAt: Date | null;
}

const columns = `id, player_id AS "playerId", currency, amount, reason, status, asked_by AS "askedBy", asked_name AS "askedName",
  asked_at AS "askedAt", decided_by AS "decidedBy", decided_name AS "decidedName",
  decided_at AS "decidedAt"`;

/** Returns false if there is already a correction with this key. */
export async function insertCorrection(
  tx: Tx,
  row: Pick<Correction, "id" | "playerId" | "currency" | "amount" | "reason" | "askedBy" | "askedName" | "askedAt">,
  key: Uuid,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO corrections.corrections (id, idempotency_key, player_id, currency, amount, reason, asked_by, asked_name, asked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (idempotency_key) DO NOTHING`,
    [row.id, key, row.playerId, row.currency, row.amount, row.reason, row.askedBy, row.askedName, row.askedAt],
  );
  return rowCount > 0;
}

export async function correctionOfKey(db: Queryable, key: Uuid): Promise<Correction | undefined> {
  const { rows } = await db.query<Correction>(
    `SELECT ${columns} FROM corrections.corrections WHERE idempotency_key = $1`,
    [key],
  );
  return rows[0];
}

export async function lockCorrection(tx: Tx, id: Uuid): Promise<Correction | undefined> {
  const { rows } = await tx.query<Correction>(
    `SELECT ${columns} FROM corrections.corrections WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

/** Whether a correction waits that would give the player something. */
export async function isOwedCorrection(on: Queryable, player: PlayerId): Promise<boolean> {
  const { rowCount } = await on.query(
    "SELECT FROM corrections.corrections WHERE player_id = $1 AND status = 'waiting' AND amount > 0 LIMIT 1",
    [player],
  );
  return rowCount > 0;
}

export async function decideCorrection(
  tx: Tx,
  id: Uuid,
  decision: { status: "booked" | "declined"; by: Uuid; name: string; at: Date },
): Promise<void> {
  await tx.query(
    "UPDATE corrections.corrections SET status = $2, decided_by = $3, decided_name = $4, decided_at = $5 WHERE id = $1",
    [id, decision.status, decision.by, decision.name, decision.at],
  );
}

/** Waiting corrections first, then the newest; only one player's if given. */
export async function listCorrections(
  db: Queryable,
  player: PlayerId | null,
  limit: number,
): Promise<readonly Correction[]> {
  const { rows } = await db.query<Correction>(
    `SELECT ${columns} FROM corrections.corrections WHERE $1::uuid IS NULL OR player_id = $1
     ORDER BY status <> 'waiting', asked_at DESC, id DESC LIMIT $2`,
    [player, limit],
  );
  return rows;
}

export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM corrections.corrections WHERE status = 'waiting'",
  );
  return Number(rows[0]?.n ?? 0n);
}

/** When the oldest waiting correction was requested; null if none is waiting. */
export async function oldestWaiting(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date | null }>(
    "SELECT min(asked_at) AS since FROM corrections.corrections WHERE status = 'waiting'",
  );
  return rows[0]?.since ?? null;
}
