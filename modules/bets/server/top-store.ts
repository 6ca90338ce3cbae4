import type { Queryable } from "#kit/db/db.ts";
import type { TopBet, TopBetsStore } from "./top-bets.ts";

/** The table of the largest multipliers. */
export function createBigWinStore(db: Queryable): TopBetsStore {
  return {
    async add({ player, key, score, at }) {
      await db.query(
        "INSERT INTO desk.big_wins (player, key, multiplier, won_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        [player, key, score, at],
      );
    },
    async since(since, limit) {
      const { rows } = await db.query<TopBet>(
        `SELECT player, key, multiplier AS score FROM desk.big_wins
         WHERE won_at > $1 ORDER BY multiplier DESC, won_at DESC LIMIT $2`,
        [since, limit],
      );
      return rows;
    },
    async forget(before) {
      await db.query("DELETE FROM desk.big_wins WHERE won_at <= $1", [before]);
    },
  };
}

/** The table of the largest stakes. */
export function createHighStakeStore(db: Queryable): TopBetsStore {
  return {
    async add({ player, key, score, at }) {
      await db.query(
        "INSERT INTO desk.high_stakes (player, key, worth, decided_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        [player, key, score, at],
      );
    },
    async since(since, limit) {
      const { rows } = await db.query<TopBet>(
        `SELECT player, key, worth AS score FROM desk.high_stakes
         WHERE decided_at > $1 ORDER BY worth DESC, decided_at DESC LIMIT $2`,
        [since, limit],
      );
      return rows;
    },
    async forget(before) {
      await db.query("DELETE FROM desk.high_stakes WHERE decided_at <= $1", [before]);
    },
  };
}
