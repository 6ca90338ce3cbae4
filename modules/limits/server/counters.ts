import { textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Break, BreakKind } from "../shared/breaks.ts";
import { counters } from "./counter-sql.ts";

/** Creates the row of a wallet if there is none; a block of the player applies to it immediately. Delays a block until `tx` ends. */
export async function openWallet(tx: Tx, player: PlayerId, currency: Currency): Promise<void> {
  await holdOffBlock(tx, player);
  await tx.query(
    `INSERT INTO ${counters} (player_id, currency, blocked_until)
     VALUES ($1, $2, (SELECT greatest(blocked_until, age_until) FROM limits.players WHERE player_id = $1))
     ON CONFLICT DO NOTHING`,
    [player, currency],
  );
}

/** Opens wallets of several players, each once. */
export async function openWallets(
  tx: Tx,
  wallets: readonly { readonly player: PlayerId; readonly currency: Currency }[],
): Promise<void> {
  const players = uuidArray(wallets.map(({ player }) => player));
  await holdOffBlocks(tx, players);
  await tx.query(
    `INSERT INTO ${counters} (player_id, currency, blocked_until)
     SELECT i.player_id, i.currency, greatest(p.blocked_until, p.age_until)
     FROM unnest($1::uuid[], $2::text[]) AS i(player_id, currency) LEFT JOIN limits.players p ON p.player_id = i.player_id
     ORDER BY i.player_id, i.currency ON CONFLICT DO NOTHING`,
    [players, textArray(wallets.map(({ currency }) => currency))],
  );
}

/**
 * No stakes and no deposits of this player from the commit until `until`. A block is only ever extended; the wallets of
 * all currencies are blocked in the same transaction.
 */
export async function block(tx: Tx, player: PlayerId, until: Date, kind: BreakKind = "self_exclusion"): Promise<void> {
  await holdBreaks(tx, player);
  await tx.query(
    `INSERT INTO limits.players (player_id, blocked_until, kind) VALUES ($1, $2, $3)
     ON CONFLICT (player_id) DO UPDATE SET kind = excluded.kind,
       blocked_until = greatest(limits.players.blocked_until, excluded.blocked_until)`,
    [player, until, kind],
  );
  await copyBlock(tx, player);
}

/** Copies the player's block to all their wallets: the break they chose, or the age lock, whichever ends later. */
export async function copyBlock(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query(
    `UPDATE ${counters} c SET blocked_until = greatest(p.blocked_until, p.age_until) FROM limits.players p
     WHERE p.player_id = $1 AND c.player_id = p.player_id`,
    [player],
  );
}

/** The break that the player chose, if in force at `now`. */
export async function breakOf(db: Queryable, player: PlayerId, now: Date): Promise<Break | null> {
  const { rows } = await db.query<Break>(
    "SELECT kind, blocked_until AS until FROM limits.players WHERE player_id = $1 AND blocked_until > $2",
    [player, now],
  );
  return rows[0] ?? null;
}

/** Delays every deposit, new wallet and other break of the player until `tx` ends. */
export async function holdBreaks(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2::text))", [lockClass, player]);
}

/** Whether money may be credited to this player now: not while blocked. Delays a block until `tx` ends. */
export async function mayDeposit(tx: Tx, player: PlayerId, now: Date): Promise<boolean> {
  await holdOffBlock(tx, player);
  const { rows } = await tx.query<{ blocked: boolean }>(
    "SELECT greatest(blocked_until, age_until) > $2 AS blocked FROM limits.players WHERE player_id = $1",
    [player, now],
  );
  return rows[0]?.blocked !== true;
}

/** Which of these players may not deposit at `now`. Delays nothing. */
export async function blockedAmong(db: Queryable, players: readonly PlayerId[], now: Date): Promise<PlayerId[]> {
  const { rows } = await db.query<{ player: PlayerId }>(
    `SELECT player_id AS player FROM limits.players
     WHERE player_id = ANY ($1::uuid[]) AND greatest(blocked_until, age_until) > $2`,
    [uuidArray(players), now],
  );
  return rows.map(({ player }) => player);
}

/** Name of the advisory lock that blocks take exclusively and the operations they would refuse take shared: a player who was never blocked has no row to lock. */
const lockClass = 0x626c6f63;

/** Delays a block of the player until `tx` ends. A separate statement, so that the next one sees the block it waited for. */
export async function holdOffBlock(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock_shared($1, hashtext($2::text))", [lockClass, player]);
}

/** Holds off blocks of several players, in the order of their ids. */
export async function holdOffBlocks(tx: Tx, players: Buffer): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock_shared($1, hashtext(player::text))
     FROM (SELECT player FROM unnest($2::uuid[]) player ORDER BY player OFFSET 0) p`,
    [lockClass, players],
  );
}

/** The end of a break or of the lock of a minor, whichever comes last. */
export async function excludedUntil(on: Queryable, player: PlayerId, now: Date): Promise<Date | undefined> {
  const { rows } = await on.query<{ until: Date }>(
    `SELECT greatest(blocked_until, age_until) AS until FROM limits.players
     WHERE player_id = $1 AND greatest(blocked_until, age_until) > $2`,
    [player, now],
  );
  return rows[0]?.until;
}
