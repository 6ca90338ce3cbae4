import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

export interface WinCap {
  readonly game: string;
  readonly currency: Currency;
  /** The UTC day it holds for, `2026-11-21`. */
  readonly day: string;
  readonly bankroll: Micros;
  readonly cap: Micros;
}

/** Every statement of the desk. */
export function createDeskStore(db: Queryable) {
  return {
    /** Keeps the cap unless this day has one already, and returns the one that holds: the first that any process wrote. */
    async keepWinCap(cap: WinCap, at: Date): Promise<WinCap> {
      const values = [cap.game, cap.currency, cap.day, cap.bankroll, cap.cap, at] as const;
      await db.query(
        `INSERT INTO desk.win_caps (game, currency, day, bankroll, win_cap, computed_at)
         VALUES ($1, $2, $3::date, $4, $5, $6) ON CONFLICT DO NOTHING`,
        values,
      );
      const { rows } = await db.query<{ bankroll: bigint; win_cap: bigint }>(
        "SELECT bankroll, win_cap FROM desk.win_caps WHERE game = $1 AND currency = $2 AND day = $3::date",
        [cap.game, cap.currency, cap.day],
      );
      const kept = rows[0];
      return kept ? { ...cap, bankroll: micros(kept.bankroll), cap: micros(kept.win_cap) } : cap;
    },

    async addBigWin(win: { player: PlayerId; key: Uuid; multiplier: bigint; at: Date }): Promise<void> {
      await db.query(
        "INSERT INTO desk.big_wins (player, key, multiplier, won_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        [win.player, win.key, win.multiplier, win.at],
      );
    },

    /** The largest wins since `since`, largest first. */
    async bigWins(since: Date, limit: number): Promise<{ player: PlayerId; key: Uuid; multiplier: bigint }[]> {
      const { rows } = await db.query<{ player: PlayerId; key: Uuid; multiplier: bigint }>(
        "SELECT player, key, multiplier FROM desk.big_wins WHERE won_at > $1 ORDER BY multiplier DESC, won_at DESC LIMIT $2",
        [since, limit],
      );
      return rows;
    },

    async forgetBigWins(before: Date): Promise<void> {
      await db.query("DELETE FROM desk.big_wins WHERE won_at <= $1", [before]);
    },
  };
}

export type DeskStore = ReturnType<typeof createDeskStore>;
