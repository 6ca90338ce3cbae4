import { int2Array } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameNumber, gameOf } from "#modules/ledger/shared/chart.ts";

/** Whole days of UTC, both included. */
export interface Days {
  /** `2026-01-31`. */
  readonly from: string;
  readonly to: string;
}

/** Which bets count. */
export interface CountedBets extends Days {
  readonly games: readonly string[];
  /** Whether those of test accounts do. */
  readonly withTests: boolean;
}

/** What bets of a game in one currency staked and paid. Voided ones are in the last two only. */
export interface GameTurnover {
  readonly game: string;
  readonly currency: Currency;
  readonly bets: number;
  readonly stakes: Micros;
  readonly payouts: Micros;
  readonly voided: number;
  readonly refunded: Micros;
}

/** Each bet counts once, whatever its stake and currency. */
export interface GameReturn {
  readonly game: string;
  readonly bets: number;
  /** The mean of payout over stake, and its standard deviation. */
  readonly mean: number;
  readonly deviation: number;
}

export type VersionReturn = GameReturn & { readonly rulesVersion: string };
export type DayReturn = GameReturn & { readonly day: string };

/** When the first bet of a game ended from an instant on, as far as ended bets are listed. */
export async function firstEndedFrom(on: Queryable, game: string, from: Date): Promise<Date | undefined> {
  const { rows } = await on.query<{ at: Date }>(
    "SELECT ended_at AS at FROM wallet.ended_bets WHERE game = $1 AND ended_at >= $2 ORDER BY ended_at LIMIT 1",
    [gameNumber(game), from],
  );
  return rows[0]?.at;
}

/** When the days were counted last; undefined before the first time. */
export async function gameDaysCountedAt(on: Queryable): Promise<Date | undefined> {
  const { rows } = await on.query<{ at: Date }>("SELECT at FROM wallet.game_day_count");
  return rows[0]?.at;
}

const counted = "game = ANY($1::int2[]) AND day BETWEEN $2 AND $3 AND ($4 OR NOT is_test)";
const parameters = ({ games, from, to, withTests }: CountedBets) => [
  int2Array(games.map(gameNumber)),
  from,
  to,
  withTests,
];
/** One bet has no deviation; sums are exact, so the difference of squares is not negative. */
const meanAndDeviation = `(sum(shares) / sum(bets) / 1e12)::float8 AS mean,
  CASE WHEN sum(bets) > 1
    THEN sqrt((sum(square_shares) - sum(shares) * sum(shares) / sum(bets)) / (sum(bets) - 1)) / 1e12 ELSE 0 END::float8 AS deviation`;

export async function turnoverOfGames(on: Queryable, which: CountedBets): Promise<readonly GameTurnover[]> {
  const { rows } = await on.query<Omit<GameTurnover, "game"> & { game: number; bets: bigint; voided: bigint }>(
    `SELECT game, currency, sum(bets)::bigint AS bets, sum(stakes)::bigint AS stakes, sum(payouts)::bigint AS payouts,
            sum(voided)::bigint AS voided, sum(refunded)::bigint AS refunded
     FROM wallet.game_days WHERE ${counted} GROUP BY game, currency ORDER BY game, currency`,
    parameters(which),
  );
  return rows.map(row => ({ ...row, game: gameOf(row.game), bets: Number(row.bets), voided: Number(row.voided) }));
}

export async function returnsByVersion(on: Queryable, which: CountedBets): Promise<readonly VersionReturn[]> {
  const { rows } = await on.query<Omit<VersionReturn, "game"> & { game: number }>(
    `SELECT game, rules_version AS "rulesVersion", sum(bets)::bigint AS bets, ${meanAndDeviation}
     FROM wallet.game_days WHERE ${counted} GROUP BY game, rules_version HAVING sum(bets) > 0 ORDER BY game, rules_version`,
    parameters(which),
  );
  return rows.map(row => ({ ...row, game: gameOf(row.game), bets: Number(row.bets) }));
}

export async function returnsByDay(on: Queryable, which: CountedBets): Promise<readonly DayReturn[]> {
  const { rows } = await on.query<Omit<DayReturn, "game"> & { game: number }>(
    `SELECT game, day::text AS day, sum(bets)::bigint AS bets, ${meanAndDeviation}
     FROM wallet.game_days WHERE ${counted} GROUP BY game, day HAVING sum(bets) > 0 ORDER BY game, day`,
    parameters(which),
  );
  return rows.map(row => ({ ...row, game: gameOf(row.game), bets: Number(row.bets) }));
}

/** Bets that are undecided now, by game; those of `except` are left out. Reads the index of open bets. */
export async function openBetsByGame(on: Queryable, except: readonly PlayerId[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await on.query<{ game: number; n: bigint }>(
    `SELECT game, count(*) AS n FROM wallet.bets WHERE status = 0 AND NOT player_id = ANY($1::uuid[]) GROUP BY game`,
    [except],
  );
  return new Map(rows.map(({ game, n }) => [gameOf(game), Number(n)]));
}

/** When the last bet of each game ended; those without one are left out. */
export async function lastBetOfGames(
  on: Queryable,
  games: readonly string[],
  except: readonly PlayerId[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await on.query<{ game: number; at: Date }>(
    `SELECT g.game, e.at FROM unnest($1::int2[]) AS g(game)
     CROSS JOIN LATERAL (
       SELECT ended_at AS at FROM wallet.ended_bets b WHERE b.game = g.game AND NOT b.player_id = ANY($2::uuid[])
       ORDER BY ended_at DESC LIMIT 1
     ) e`,
    [int2Array(games.map(gameNumber)), except],
  );
  return new Map(rows.map(({ game, at }) => [gameOf(game), at]));
}
