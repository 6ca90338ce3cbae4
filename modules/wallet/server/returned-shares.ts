import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";

/** How often the settled bets of a game paid their stake: every bet counts once, whatever its stake and currency. */
export interface ReturnedShare {
  readonly game: string;
  readonly bets: number;
  /** The mean of payout over stake. */
  readonly mean: number;
  /** Standard deviation of payout over stake; 0 for a single bet. */
  readonly deviation: number;
}

/** Reads every settled bet: for a figure that is kept for an hour. Voided bets and those of `except` are left out. */
export async function returnedShares(on: Queryable, except: readonly PlayerId[]): Promise<ReturnedShare[]> {
  const { rows } = await on.query<{ game: number; bets: bigint; mean: number; deviation: number }>(
    `SELECT game, count(*) AS bets, avg(payout::float8 / stake) AS mean,
            coalesce(stddev_samp(payout::float8 / stake), 0) AS deviation
     FROM wallet.bets WHERE status = 1 AND NOT player_id = ANY($1::uuid[]) GROUP BY game`,
    [uuidArray(except)],
  );
  return rows.map(row => ({ ...row, game: gameOf(row.game), bets: Number(row.bets) }));
}
