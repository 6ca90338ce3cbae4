import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import type { RoundFigures, UnrevealedWin, VoidRounds } from "./port.ts";

/** Ended rounds of a provider opened since, by game and kind of their first bet, without those that operators voided. Free rounds have no stake to return. */
export async function readRoundFigures(on: Queryable, game: string, since: Date): Promise<readonly RoundFigures[]> {
  const { rows } = await on.query<{ slug: string; kind: string; rounds: bigint; sum: number; squares: number }>(
    `SELECT r.slug, coalesce(b.choice::json ->> 'kind', 'stake') AS kind, count(*) AS rounds,
       sum(r.won::float8 / r.staked) AS sum, sum((r.won::float8 / r.staked) ^ 2) AS squares
     FROM wallet.provider_rounds r JOIN wallet.bets b ON b.player_id = r.player_id AND b.key = r.bets[1]
     WHERE r.game = $1 AND r.opened_at >= $2 AND r.status = 1 AND r.voided_at IS NULL AND r.staked > 0
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [gameNumber(game), since],
  );
  return rows.map(({ rounds, ...row }) => ({ ...row, rounds: Number(rounds) }));
}

/** Ended rounds of a provider opened since, by game, and how many of them are void. */
export async function readVoidRounds(on: Queryable, game: string, since: Date): Promise<readonly VoidRounds[]> {
  const { rows } = await on.query<{ slug: string; ended: bigint; void: bigint }>(
    `SELECT slug, count(*) AS ended, count(*) FILTER (WHERE status = 2) AS void FROM wallet.provider_rounds
     WHERE game = $1 AND opened_at >= $2 AND status <> 0 GROUP BY slug ORDER BY slug`,
    [gameNumber(game), since],
  );
  return rows.map(({ slug, ended, void: voids }) => ({ slug, ended: Number(ended), void: Number(voids) }));
}

/** The round `r` of the first bet `b` paid a pot, or more than $2 times the stake that its win multiplies. */
const isBigWin = "(r.pot_won > 0 OR r.won > $2 * floor((b.choice::json ->> 'base')::numeric * 1000000))";

/** Closed rounds of a player that paid a pot or more than `times` their stake. Newest first. */
export async function readBigWins(on: Queryable, player: PlayerId, times: bigint): Promise<readonly Uuid[]> {
  const { rows } = await on.query<{ round: Uuid }>(
    `SELECT r.round FROM wallet.provider_rounds r
     JOIN wallet.bets b ON b.player_id = r.player_id AND b.key = r.bets[1]
     WHERE r.player_id = $1 AND r.status = 1 AND r.voided_at IS NULL AND ${isBigWin}
     ORDER BY r.closed_at DESC, r.round`,
    [player, times],
  );
  return rows.map(({ round }) => round);
}

/**
 * Rounds that paid a pot, or more than `times` the stake that their win multiplies, under a seed of the casino that is still live: nobody
 * else can recompute them yet. Newest first.
 */
export async function readUnrevealedWins(
  on: Queryable,
  player: PlayerId,
  times: bigint,
): Promise<readonly UnrevealedWin[]> {
  const { rows } = await on.query<{ round: Uuid; slug: string; won: Micros }>(
    `SELECT r.round, r.slug, r.won FROM wallet.provider_rounds r
     JOIN wallet.bets b ON b.player_id = r.player_id AND b.key = r.bets[1]
     JOIN wallet.provider_nonces n ON n.player_id = r.player_id AND n.game = r.game AND n.slug = r.slug
       AND n.seed_number = (b.choice::json ->> 'seed')::int
     WHERE r.player_id = $1 AND r.status = 1 AND r.voided_at IS NULL AND ${isBigWin}
     ORDER BY r.closed_at DESC LIMIT 1`,
    [player, times],
  );
  return rows.map(({ round, slug, won }) => ({ round, slug, won: micros(won) }));
}
