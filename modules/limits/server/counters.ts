import type { Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** Makes the counters beside a new wallet; a block of the player counts for it from the first moment. Holds off a block until `tx` ends. */
export async function openCounters(tx: Tx, player: PlayerId, currency: Currency): Promise<void> {
  await holdOffBlock(tx, player);
  await tx.query(
    `INSERT INTO limits.counters (player_id, currency, blocked_until)
     VALUES ($1, $2, (SELECT blocked_until FROM limits.players WHERE player_id = $1))
     ON CONFLICT DO NOTHING`,
    [player, currency],
  );
}

/**
 * No stake and no deposit of this player from the commit until `until`. A block is only ever made longer; the wallets of
 * all currencies are blocked in the same transaction.
 */
export async function block(tx: Tx, player: PlayerId, until: Date): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2::text))", [lockClass, player]);
  await tx.query(
    `INSERT INTO limits.players (player_id, blocked_until) VALUES ($1, $2)
     ON CONFLICT (player_id) DO UPDATE SET blocked_until = greatest(limits.players.blocked_until, excluded.blocked_until)`,
    [player, until],
  );
  await tx.query(
    `UPDATE limits.counters c SET blocked_until = p.blocked_until FROM limits.players p
     WHERE p.player_id = $1 AND c.player_id = p.player_id`,
    [player],
  );
}

/** Whether money of this player may be made playable now: not while blocked. Holds off a block until `tx` ends. */
export async function mayDeposit(tx: Tx, player: PlayerId, now: Date): Promise<boolean> {
  await holdOffBlock(tx, player);
  const { rows } = await tx.query<{ blocked: boolean }>(
    "SELECT blocked_until > $2 AS blocked FROM limits.players WHERE player_id = $1",
    [player, now],
  );
  return rows[0]?.blocked !== true;
}

/** Name of the lock that blocks take alone and what they would stop takes together: a player who was never blocked has no row to lock. */
const lockClass = 0x626c6f63;

/** A statement of its own, so that the next one sees the block it waited for. */
async function holdOffBlock(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock_shared($1, hashtext($2::text))", [lockClass, player]);
}
