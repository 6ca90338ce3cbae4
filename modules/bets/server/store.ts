import { textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";

export interface WinCap {
  readonly game: string;
  readonly currency: Currency;
  /** The UTC day it applies to, `2026-11-21`. */
  readonly day: string;
  readonly bankroll: Micros;
  readonly cap: Micros;
}

/** Every SQL statement of bets. */
export function createBetsStore(db: Queryable) {
  return {
    /** Stores the cap unless this day has one already, and returns the one in force: the first that any process wrote. */
    async keepWinCap(cap: WinCap, at: Date): Promise<WinCap> {
      const values = [cap.game, cap.currency, cap.day, cap.bankroll, cap.cap, at] as const;
      await db.query(
        `INSERT INTO desk.win_caps (game, currency, day, bankroll, win_cap, computed_at)
         VALUES ($1, $2, $3::date, $4, $5, $6) ON CONFLICT DO NOTHING`,
        values,
      );
      const { rows } = await db.query<{ bankroll: bigint; winCap: bigint }>(
        `SELECT bankroll, win_cap AS "winCap" FROM desk.win_caps WHERE game = $1 AND currency = $2 AND day = $3::date`,
        [cap.game, cap.currency, cap.day],
      );
      const stored = rows[0];
      return stored ? { ...cap, bankroll: micros(stored.bankroll), cap: micros(stored.winCap) } : cap;
    },

    /** Records players as active in games, each with a game once, and deletes those from before `since`. */
    async notePresent(
      seen: readonly { readonly game: string; readonly player: PlayerId }[],
      at: Date,
      since: Date,
    ): Promise<void> {
      await db.query(
        `INSERT INTO desk.present (game, player_id, seen_at)
         SELECT DISTINCT game, player, $3::timestamptz FROM unnest($1::text[], $2::uuid[]) AS i(game, player)
         ORDER BY game, player
         ON CONFLICT (game, player_id) DO UPDATE SET seen_at = greatest(present.seen_at, excluded.seen_at)`,
        [textArray(seen.map(({ game }) => game)), uuidArray(seen.map(({ player }) => player)), at],
      );
      await db.query("DELETE FROM desk.present WHERE seen_at <= $1", [since]);
    },

    /** Active players since then, by game. */
    async playersNow(since: Date): Promise<{ game: string; players: number }[]> {
      const { rows } = await db.query<{ game: string; players: number }>(
        "SELECT game, count(*)::int AS players FROM desk.present WHERE seen_at > $1 GROUP BY game ORDER BY game",
        [since],
      );
      return rows;
    },

    /** Players whose last bet ended since, the latest first. */
    async playingSince(
      since: Date,
      limit: number,
    ): Promise<readonly { readonly player: PlayerId; readonly games: readonly string[]; readonly at: Date }[]> {
      const { rows } = await db.query<{ player: PlayerId; games: string[]; at: Date }>(
        `SELECT player_id AS player, array_agg(game ORDER BY seen_at DESC) AS games, max(seen_at) AS at FROM desk.present
         WHERE seen_at > $1 GROUP BY player_id ORDER BY at DESC, player_id LIMIT $2`,
        [since, limit],
      );
      return rows;
    },

    async countPlaying(since: Date): Promise<number> {
      const { rows } = await db.query<{ n: number }>(
        "SELECT count(DISTINCT player_id)::int AS n FROM desk.present WHERE seen_at > $1",
        [since],
      );
      return rows[0]?.n ?? 0;
    },

    async favourites(player: PlayerId): Promise<string[]> {
      const { rows } = await db.query<{ games: string[] }>("SELECT games FROM desk.favourites WHERE player_id = $1", [
        player,
      ]);
      return rows[0]?.games ?? [];
    },

    async keepFavourites(player: PlayerId, games: readonly string[], at: Date): Promise<void> {
      await db.query(
        `INSERT INTO desk.favourites (player_id, games, changed_at) VALUES ($1, $2::text[], $3)
         ON CONFLICT (player_id) DO UPDATE SET games = excluded.games, changed_at = excluded.changed_at`,
        [player, textArray(games), at],
      );
    },

    /** Deletes the data of a player whose account is closed. */
    async forgetPlayer(tx: Queryable, player: PlayerId): Promise<void> {
      await tx.query("DELETE FROM desk.present WHERE player_id = $1", [player]);
      await tx.query("DELETE FROM desk.favourites WHERE player_id = $1", [player]);
    },
  };
}

export type BetsStore = ReturnType<typeof createBetsStore>;
