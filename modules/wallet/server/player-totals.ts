import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";
import { isNotVoided } from "./bet-row.ts";

/** A player's settled bets in one game and currency. */
export interface PlayedTotal {
  readonly game: string;
  readonly currency: Currency;
  readonly bets: number;
  readonly wagered: Micros;
}

/** The bet with the highest win in a currency. */
export interface BestBet {
  readonly game: string;
  readonly currency: Currency;
  readonly stake: Micros;
  readonly payout: Micros;
}

/** Reads every settled bet of a player: for cached figures. Voided bets are excluded, those of rounds that operators voided too. */
export async function playerTotals(
  on: Queryable,
  player: PlayerId,
): Promise<{ readonly totals: readonly PlayedTotal[]; readonly best: readonly BestBet[] }> {
  const totals = await on.query<{ game: number; currency: Currency; bets: bigint; wagered: bigint }>(
    `SELECT game, currency, count(*) AS bets, sum(stake)::bigint AS wagered
     FROM wallet.all_bets b WHERE player_id = $1 AND status = 1 AND ${isNotVoided} GROUP BY game, currency`,
    [player],
  );
  const best = await on.query<{ game: number; currency: Currency; stake: bigint; payout: bigint }>(
    `SELECT DISTINCT ON (currency) game, currency, stake, payout FROM wallet.all_bets b
     WHERE player_id = $1 AND status = 1 AND payout > stake AND ${isNotVoided} ORDER BY currency, payout - stake DESC, settled_at`,
    [player],
  );
  return {
    totals: totals.rows.map(row => ({
      game: gameOf(row.game),
      currency: row.currency,
      bets: Number(row.bets),
      wagered: row.wagered as Micros,
    })),
    best: best.rows.map(row => ({
      game: gameOf(row.game),
      currency: row.currency,
      stake: row.stake as Micros,
      payout: row.payout as Micros,
    })),
  };
}
