/**
 * What the wallet's statements for slips need of the markets, as fragments of SQL: `odds` owns the rows. Order of locks: producers, events,
 * markets, exposures, wallets, slips. Revisions lock exposures last (0167).
 */
export interface SlipMarkets {
  /**
   * Common table expressions that end in `odds_windows`, with a row for each of `legs` (leg, event, kind, spec, outcome, counter): leg,
   * market, refusal (null: open), price (thousandths), version, market_n, event_n, event_head, event_state, p (jsonb or null: the
   * chances that the price was made from). Locked FOR SHARE.
   */
  readonly windows: (parts: { readonly legs: string; readonly now: string }) => string;
  /** A query that locks the exposure rows of `outcomes` (market, outcome) in this order and returns them with payout_usd. */
  readonly exposures: (outcomes: string) => string;
  /** An update that adds `changes` (market, outcome, payout_usd, stake_usd, slips) to them. */
  readonly charge: (changes: string) => string;
  /** A statement that creates missing exposure rows: $1 markets, $2 outcomes. */
  readonly prepare: string;
}
