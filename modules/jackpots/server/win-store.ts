import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type WinRow, winColumns } from "./store.ts";

export async function insertWin(tx: Tx, win: Omit<WinRow, "paidAt">): Promise<void> {
  const { entryId, jackpotId, pot, number, playerId, game, currency, amount, wonAt } = win;
  await tx.query(
    `INSERT INTO jackpots.wins (entry_id, jackpot_id, pot, number, player_id, game, currency, amount, won_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [entryId, jackpotId, pot, number, playerId, game, currency, amount, wonAt],
  );
}

export async function unpaidWins(on: Queryable): Promise<readonly Uuid[]> {
  const { rows } = await on.query<{ id: Uuid }>(
    "SELECT entry_id AS id FROM jackpots.wins WHERE paid_at IS NULL ORDER BY won_at, entry_id",
    [],
    "jackpots.unpaid",
  );
  return rows.map(({ id }) => id);
}

export async function hasUnpaidWin(on: Queryable, player: PlayerId): Promise<boolean> {
  const { rowCount } = await on.query("SELECT FROM jackpots.wins WHERE player_id = $1 AND paid_at IS NULL LIMIT 1", [
    player,
  ]);
  return rowCount === 1;
}

/** The win, locked until `tx` ends; undefined when it is paid. */
export async function lockUnpaid(tx: Tx, id: Uuid): Promise<WinRow | undefined> {
  const { rows } = await tx.query<WinRow>(
    `SELECT ${winColumns} FROM jackpots.wins w WHERE w.entry_id = $1 AND w.paid_at IS NULL FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export async function markPaid(tx: Tx, id: Uuid, at: Date): Promise<void> {
  await tx.query("UPDATE jackpots.wins SET paid_at = $2 WHERE entry_id = $1", [id, at]);
}

/** The latest first. */
export async function latestWins(on: Queryable, limit: number): Promise<readonly WinRow[]> {
  const { rows } = await on.query<WinRow>(
    `SELECT ${winColumns} FROM jackpots.wins w ORDER BY w.won_at DESC, w.entry_id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function winsOf(on: Queryable, player: PlayerId): Promise<readonly WinRow[]> {
  const { rows } = await on.query<WinRow>(
    `SELECT ${winColumns} FROM jackpots.wins w WHERE w.player_id = $1 ORDER BY w.won_at DESC`,
    [player],
  );
  return rows;
}
