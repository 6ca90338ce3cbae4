import { cappedNumber, leastBonus } from "../shared/grant.ts";

/**
 * Fragments of the wallet's statements over the row `w` of a wallet, which has the state of the active grant (docs/decisions/0085).
 * `bet` names a relation of the statement with stake, rate and game; `now` is the statement's time.
 */
export const wagerSql = {
  /** True when the grant is over, and has to end before another stake is taken. */
  due: (
    now: string,
  ): string => `(w.grant_no IS NOT NULL AND (w.wager_left = 0 AND (w.wager_open = 0 OR w.wager_games >> ${cappedNumber} & 1 = 0)
    OR w.wager_open = 0 AND (w.wager_until <= ${now} OR w.bonus < ${leastBonus})))`,

  /** True when the stake may take bonus money, and counts. `product`: the number of its game in a grant. */
  takes: (
    bet: string,
    now: string,
    product = `${bet}.game`,
  ): string => `(w.grant_no IS NOT NULL AND w.wager_left > 0 AND ${bet}.rate > 0 AND ${bet}.stake <= w.wager_max_bet
    AND w.wager_until > ${now} AND ${product} < 63 AND (w.wager_games >> ${product} & 1) = 1)`,

  /** True when nothing but the size of the stake keeps it from taking bonus money that would cover it. */
  overMaxBet: (
    bet: string,
    free: string,
    now: string,
    product = `${bet}.game`,
  ): string => `(w.grant_no IS NOT NULL AND w.wager_left > 0 AND ${bet}.rate > 0
    AND ${bet}.stake > w.wager_max_bet AND ${bet}.stake <= ${free} + w.bonus
    AND w.wager_until > ${now} AND ${product} < 63 AND (w.wager_games >> ${product} & 1) = 1)`,

  /** The bonus money's share of a payout. */
  share: (payout: string, stake: string, fromBonus: string): string => `CASE WHEN ${fromBonus} = 0 THEN 0
    ELSE ${payout} - div(${payout}::numeric * (${stake} - ${fromBonus}), ${stake})::bigint END`,

  /** What a settled bet counts of `left`. */
  counted: (stake: string, rate: string, left: string): string =>
    `least(${left}, div(${stake}::numeric * ${rate}, 1000)::bigint)`,

  /** The grants, joined as `g` to bets as `b`. */
  grants: "wagering.grants g ON g.player_id = b.player_id AND g.grant_no = b.grant_no",
  grantTable: "wagering.grants",

  /** The grants of `bets` (player_id, grant_no), locked: what is read of them is current once the wallets are locked. */
  grantsOf: (bets: string): string => `SELECT player_id, grant_no, state, account FROM wagering.grants
    WHERE (player_id, grant_no) IN (SELECT player_id, grant_no FROM ${bets} WHERE grant_no IS NOT NULL)
    ORDER BY player_id, grant_no FOR SHARE`,

  /**
   * The account that a correction pays bonus money to: the bonus money of the wallet `w` while the grant of `bet` is active, real money when it
   * was completed, lost or expired, else back to the account that gave it (`g`). Null without a grant.
   */
  paysTo: (bet: string): string => `CASE WHEN ${bet}.grant_no IS NULL THEN NULL WHEN ${bet}.grant_no = w.grant_no THEN 2
    WHEN g.state IN (2, 3, 4) THEN 1 ELSE g.account END`,
  /** The row of a wallet: grant_no, wager_left, wager_until, wager_open and bonus are of the active grant. */
  wallets: "wallet.wallets",
  /** True when shares of bets that end after the grant `g` are real: its bonus money became real, all of it. */
  sharesAreReal: "(g.state = 2 AND g.cap IS NULL)",
} as const;
