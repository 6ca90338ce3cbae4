import { invariantsOf } from "./invariant.ts";

/**
 * The rules of the ledger by itself. Each query gives the rows that break its rule.
 * I2 and I3 of every purse are asked again by the wallet, which knows the stored balances.
 */
export const ledgerInvariants = invariantsOf({
  "I2 all balances of a currency sum to zero": `
    SELECT currency, sum(amount) AS sum FROM (
      SELECT currency, -amount AS amount FROM ledger.transfers UNION ALL SELECT currency, amount FROM ledger.transfers) s
    GROUP BY currency HAVING sum(amount) <> 0`,
  "I1 every transfer is positive and between two accounts": `
    SELECT player_id, currency, seq FROM ledger.transfers WHERE amount <= 0 OR debit = credit`,
  "I19 numbers of a wallet run 1, 2, 3 ... without gaps": `
    SELECT player_id, currency, min(seq) AS first, max(seq) AS last, count(*) AS count
    FROM ledger.transfers GROUP BY player_id, currency HAVING min(seq) <> 1 OR max(seq) <> count(*)`,
  "I19 balance_after is the purse rebuilt up to that number": `
    SELECT player_id, currency, seq, balance_after, purse FROM (
      SELECT player_id, currency, seq, balance_after, CASE
        WHEN debit = 2 OR (debit > 3 AND credit = 2) THEN sum((credit = 2)::int * amount - (debit = 2)::int * amount) OVER wallet
        WHEN debit = 3 OR (debit > 3 AND credit = 3) THEN sum((credit = 3)::int * amount - (debit = 3)::int * amount) OVER wallet
        ELSE sum((credit = 1)::int * amount - (debit = 1)::int * amount) OVER wallet END AS purse
      FROM ledger.transfers WINDOW wallet AS (PARTITION BY player_id, currency ORDER BY seq)) chain
    WHERE balance_after <> purse`,
  "I5 transfers are append-only: the guards stand on every partition": `
    SELECT part.relid::regclass::text AS partition FROM pg_partition_tree('ledger.transfers') part
    WHERE (SELECT count(*) FROM pg_trigger t WHERE t.tgrelid = part.relid
      AND t.tgname IN ('append_only', 'no_truncate') AND t.tgenabled <> 'D') < 2`,
});
