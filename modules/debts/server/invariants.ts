import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";

const receivable = account("receivable");
const { all } = transferSql;
const waived = kindNumbers.debt_waived;

export const debtInvariants = invariantsOf({
  "I14 what players owe is what the ledger says, to each of them": `
    SELECT player_id, currency, owed, held FROM (SELECT player_id, currency, sum(amount) AS held FROM (
        SELECT player_id, currency, amount FROM ${all} WHERE credit = ${receivable}
        UNION ALL SELECT player_id, currency, -amount FROM ${all} WHERE debit = ${receivable}) s GROUP BY player_id, currency) l
    FULL JOIN (SELECT player_id, currency, sum(amount - repaid - waived) AS owed FROM debts.debts GROUP BY player_id, currency) d
      USING (player_id, currency) WHERE coalesce(held, 0) <> -coalesce(owed, 0)`,
  "I14 what was waived of debts is what the ledger says": `
    SELECT player_id, currency, given, waived FROM (SELECT player_id, currency, sum(amount) AS given FROM ${all}
      WHERE kind = ${waived} GROUP BY player_id, currency) l
    FULL JOIN (SELECT player_id, currency, sum(waived) AS waived FROM debts.debts GROUP BY player_id, currency) d
      USING (player_id, currency) WHERE coalesce(given, 0) <> coalesce(waived, 0)`,
});
