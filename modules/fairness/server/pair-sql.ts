/**
 * The parts of the wallet's hot statement that touch the pairs. Fairness owns the table; the wallet calls these so that the
 * nonce moves in the very statement that takes the stake.
 *
 * `source` is the name of a relation of that statement with a column `player_id uuid` (and what is said below).
 */
export const pairSql = {
  /** Locks the pairs of the players in `source`, in order of player: `(player_id, seed_number, client_seed, nonce)`. */
  lock: (source: string): string =>
    `SELECT pair.player_id, pair.seed_number, pair.client_seed, pair.nonce FROM fairness.pairs AS pair
     WHERE pair.player_id IN (SELECT player_id FROM ${source}) ORDER BY pair.player_id FOR UPDATE`,

  /** The table as a statement joins it: `JOIN ${table} ON pair.player_id = ...`. */
  table: "fairness.pairs AS pair",

  /** True when the pair is no longer the one a draw was made with: `source` has seed_number, client_seed and nonce of the draw. */
  stale: (source: string): string =>
    `(pair.seed_number, pair.nonce, pair.client_seed) IS DISTINCT FROM (${source}.seed_number, ${source}.nonce, ${source}.client_seed)`,

  /** Moves the nonces on: `source` has one row per player with `next_nonce int`. Locked rows only. */
  advance: (source: string): string =>
    `UPDATE fairness.pairs AS pair SET nonce = used.next_nonce FROM ${source} AS used WHERE pair.player_id = used.player_id`,
} as const;
