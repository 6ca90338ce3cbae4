/**
 * The counters are columns of the wallet's row, so that a stake reads, locks and writes one row. The wallet owns the row, this
 * module the columns (docs/decisions/0040-limits-in-the-purse.md, 0043-one-limit-over-all-wallets.md).
 */
export const counters = "wallet.wallets";

type Counted = Readonly<Record<"wagered" | "lost" | "staked" | "returned", string>>;

/**
 * Fragments of the wallet's statements for the counters in the wallet's row, which they call `w`. `day` and `now` are expressions of
 * the statement: days since 1970 (UTC) and the time.
 */
export const counterSql = {
  /** True when the player is blocked. */
  blocked: (now: string): string => `coalesce(w.blocked_until > ${now}, false)`,

  /**
   * True when `stake` more exceeds what is leased to this wallet of the player's daily limits, or nothing is leased to it on this
   * day: a lease has to be requested; see `leases.ts`. `own`: the part of the stake that is real money, which alone can be lost.
   */
  noAllowance: (stake: string, own: string, day: string): string => `coalesce(w.lease_day < ${day}
    OR CASE WHEN w.day >= ${day} THEN w.wagered ELSE 0 END > w.wager_most - ${stake}
    OR CASE WHEN w.day >= ${day} THEN w.lost ELSE 0 END > w.loss_most - ${own}, false)`,

  /**
   * True when play time has to be requested before this stake, or there may be something to accept; see `leases.ts`. The number is
   * read once a statement, not once a stake.
   */
  noLease: (now: string): string =>
    `(coalesce(w.play_until <= ${now}, true) OR w.terms < (SELECT terms.number FROM limits.terms))`,

  /**
   * `amount` that is counted again because a payout or refund was taken back: no counter rises above the lease of its day, which is
   * then used up.
   */
  countedAgain: (kind: "wager" | "loss", amount: string, day: string): string => {
    const [counter, most] = kind === "wager" ? ["w.wagered", "w.wager_most"] : ["w.lost", "w.loss_most"];
    return `least(${amount}, CASE WHEN w.lease_day = ${day}
      THEN greatest(0, ${most} - CASE WHEN w.day >= ${day} THEN ${counter} ELSE 0 END) END)`;
  },

  /**
   * Counts a bet's movements, as assignments of the update that moves the money. `staked` and `returned` are what the ledger
   * moves from and to the player, whatever the day.
   */
  counted: ({ wagered, lost, staked, returned }: Counted, day: string): string => `
    day = greatest(w.day, ${day}),
    wagered = greatest(0, CASE WHEN w.day >= ${day} THEN w.wagered ELSE 0 END + ${wagered}),
    lost = CASE WHEN w.day >= ${day} THEN w.lost ELSE 0 END + ${lost},
    session_staked = w.session_staked + ${staked}, session_returned = w.session_returned + ${returned}`,
} as const;

/** Exclusions, for other modules' statements. */
export const exclusionSql = {
  /** True for a self-excluded player, or one locked for age; a time-out is no exclusion. */
  excluded: (player: string, now: string): string => `EXISTS (SELECT FROM limits.players excluded
    WHERE excluded.player_id = ${player} AND (excluded.age_until > ${now} OR excluded.blocked_until > ${now} AND excluded.kind = 'self_exclusion'))`,
} as const;
