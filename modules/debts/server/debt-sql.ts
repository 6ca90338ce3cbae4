/** Fragments of other modules' statements. This module owns the table and the SQL. */
export const debtSql = {
  /** What is left of the debt of a chargeback, and what was waived of it: (owed, waived). The parameters are columns. */
  ofChargeback: (player: string, id: string): string => `
    SELECT amount - repaid - waived AS owed, waived FROM debts.debts
    WHERE player_id = ${player} AND cause = 'chargeback' AND reference = ${id}`,

  /** Debts of slips that are not settled: (player_id, reference, owed). Read under the lock of the player's wallet. */
  ofSlips: (slips: string): string => `
    SELECT player_id, reference, amount - repaid - waived AS owed FROM debts.debts
    WHERE cause = 'settlement' AND (player_id, reference) IN (SELECT player_id, key FROM ${slips})
    ORDER BY player_id, reference FOR UPDATE`,

  /** What corrections added to the debts of slips, and repaid of them: `changed` has player_id, key, currency, owed, repaid, at. */
  changed: (changed: string): string => `
    INSERT INTO debts.debts AS d (player_id, cause, reference, currency, amount, repaid, since)
    SELECT player_id, 'settlement', key, currency, owed, 0, at FROM ${changed} WHERE owed > 0
    ON CONFLICT (player_id, cause, reference) DO UPDATE SET amount = d.amount + excluded.amount`,

  repaid: (changed: string): string => `
    UPDATE debts.debts d SET repaid = d.repaid + c.repaid FROM ${changed} c
    WHERE d.player_id = c.player_id AND d.cause = 'settlement' AND d.reference = c.key AND c.repaid > 0`,
} as const;
