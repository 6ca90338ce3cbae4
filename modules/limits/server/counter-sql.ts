/**
 * What the wallet's statements do with the counters. `limits` owns the table and these words; `day` and `now` are
 * expressions of the statement: days since 1970 (UTC) and the time.
 */
export const counterSql = {
  /** The table as the statements join it, beside the wallet of the same key: `JOIN ${table} ON c.player_id = ...`. */
  table: "limits.counters c",

  /** True when the player is blocked, or `stake` more would pass a daily limit in force. Reads `c`. */
  reached: (stake: string, day: string, now: string): string => `(
    coalesce(c.blocked_until > ${now}, false)
    OR coalesce(CASE WHEN c.day >= ${day} THEN c.wagered ELSE 0 END
      > CASE WHEN c.next_from <= ${now} THEN c.next_wager_limit ELSE c.wager_limit END - ${stake}, false)
    OR coalesce(CASE WHEN c.day >= ${day} THEN c.lost ELSE 0 END
      > CASE WHEN c.next_from <= ${now} THEN c.next_loss_limit ELSE c.loss_limit END - ${stake}, false))`,

  /** True when the player has to ask for more time before this stake; see `play-leases.ts`. Reads `c`. */
  noLease: (now: string): string => `coalesce(c.play_until <= ${now}, true)`,

  /**
   * Counts what bets moved: `source` has player_id, currency and the expressions given. The rows are locked. `staked` and
   * `returned` are what the ledger moves from and to the player, whatever the day.
   */
  count: (
    source: string,
    { wagered, lost, staked, returned }: Readonly<Record<"wagered" | "lost" | "staked" | "returned", string>>,
    day: string,
  ): string => `
    UPDATE limits.counters c SET
      day = greatest(c.day, ${day}),
      wagered = greatest(0, CASE WHEN c.day >= ${day} THEN c.wagered ELSE 0 END + ${wagered}),
      lost = CASE WHEN c.day >= ${day} THEN c.lost ELSE 0 END + ${lost},
      session_staked = c.session_staked + ${staked}, session_returned = c.session_returned + ${returned}
    FROM ${source} s WHERE c.player_id = s.player_id AND c.currency = s.currency`,
} as const;

/** What other modules' statements ask about exclusions. */
export const exclusionSql = {
  /** True for a player who has excluded himself; a time-out is no exclusion. */
  excluded: (player: string, now: string): string => `EXISTS (SELECT FROM limits.players excluded
    WHERE excluded.player_id = ${player} AND excluded.blocked_until > ${now} AND excluded.kind = 'self_exclusion')`,
} as const;
