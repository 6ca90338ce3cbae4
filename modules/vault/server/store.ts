import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** Every SQL statement of the vault. */

export interface Move {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly requestHash: Uint8Array;
  readonly currency: Currency;
  readonly direction: "in" | "out";
  readonly amount: Micros;
  readonly now: Date;
  readonly answer: string;
}

/** Locks the vault row of this wallet until `tx` ends; returns until when the vault is locked. */
export async function holdVault(tx: Tx, player: PlayerId, currency: Currency): Promise<Date | null> {
  const { rows } = await tx.query<{ lockedUntil: Date | null }>(
    `INSERT INTO vault.locks AS l (player_id, currency) VALUES ($1, $2)
     ON CONFLICT (player_id, currency) DO UPDATE SET locked_until = l.locked_until RETURNING locked_until AS "lockedUntil"`,
    [player, currency],
  );
  return rows[0]?.lockedUntil ?? null;
}

export async function setLock(tx: Tx, player: PlayerId, currency: Currency, until: Date | null): Promise<void> {
  await tx.query("UPDATE vault.locks SET locked_until = $3 WHERE player_id = $1 AND currency = $2", [
    player,
    currency,
    until,
  ]);
}

export async function locksOf(on: Queryable, player: PlayerId): Promise<ReadonlyMap<Currency, Date>> {
  const { rows } = await on.query<{ currency: Currency; lockedUntil: Date }>(
    `SELECT currency, locked_until AS "lockedUntil" FROM vault.locks WHERE player_id = $1 AND locked_until IS NOT NULL`,
    [player],
  );
  return new Map(rows.map(row => [row.currency, row.lockedUntil]));
}

export async function moveOfKey(
  on: Queryable,
  player: PlayerId,
  key: Uuid,
): Promise<{ readonly requestHash: Uint8Array; readonly answer: string } | undefined> {
  const { rows } = await on.query<{ requestHash: Uint8Array; answer: string }>(
    `SELECT request_hash AS "requestHash", answer FROM vault.moves WHERE player_id = $1 AND idempotency_key = $2`,
    [player, key],
  );
  return rows[0];
}

/** False when the key was used for another movement meanwhile. */
export async function insertMove(tx: Tx, move: Move): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO vault.moves (id, player_id, idempotency_key, request_hash, currency, direction, amount, moved_at, answer)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (player_id, idempotency_key) DO NOTHING`,
    [
      move.id,
      move.player,
      move.key,
      move.requestHash,
      move.currency,
      move.direction,
      move.amount,
      move.now,
      move.answer,
    ],
  );
  return rowCount > 0;
}

export async function personalData(on: Queryable, player: PlayerId): Promise<Json> {
  const read = async (sql: string) => (await on.query<{ known: Json }>(sql, [player])).rows.map(row => row.known);
  return {
    locks: await read("SELECT to_jsonb(l) AS known FROM vault.locks l WHERE player_id = $1 ORDER BY currency"),
    moves: await read(
      "SELECT to_jsonb(m) - 'request_hash' - 'answer' AS known FROM vault.moves m WHERE player_id = $1 ORDER BY moved_at",
    ),
  };
}
