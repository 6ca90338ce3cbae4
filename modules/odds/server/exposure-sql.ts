/**
 * What the statements that place and revise slips do to `odds.exposures`, after the windows are locked, in the order of (market, outcome).
 * Nothing else writes there.
 */
export const exposureSql = {
  /** Locks the rows of `outcomes` (market, outcome), in order. */
  lock: (outcomes: string): string => `SELECT market, outcome, payout_usd FROM odds.exposures
    WHERE (market, outcome) IN (SELECT market, outcome FROM ${outcomes} o) ORDER BY market, outcome FOR UPDATE`,
  /** Adds `changes` (market, outcome, payout_usd, stake_usd, slips). */
  charge: (changes: string): string => `UPDATE odds.exposures e SET payout_usd = e.payout_usd + c.payout_usd,
    stake_usd = e.stake_usd + c.stake_usd, slips = e.slips + c.slips FROM ${changes} c WHERE e.market = c.market AND e.outcome = c.outcome`,
  /** The rows of outcomes that cost something, for audits. */
  rows: "SELECT market, outcome, payout_usd, stake_usd, slips FROM odds.exposures WHERE (payout_usd, stake_usd, slips) <> (0, 0, 0)",
  /** Creates missing rows: $1 markets, $2 outcomes. */
  prepare: `INSERT INTO odds.exposures (market, outcome) SELECT DISTINCT market, outcome
    FROM unnest($1::int8[], $2::text[]) i(market, outcome) ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
} as const;
