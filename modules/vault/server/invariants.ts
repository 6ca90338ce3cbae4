import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";

const [real, vault] = [account("player:real"), account("player:vault")];

export const vaultInvariants = invariantsOf({
  "I12 every deposit into or withdrawal from a vault is one transfer between the player's own balances, and nothing else reaches a vault": `
    SELECT m.id, t.player_id, t.currency, t.seq FROM vault.moves m
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE debit = ${vault} OR credit = ${vault} OR kind = ${kindNumbers.vault}) t
      ON t.reference = m.id AND t.kind = ${kindNumbers.vault}
    WHERE (m.player_id, m.currency, m.amount) IS DISTINCT FROM (t.player_id, t.currency, t.amount)
      OR (t.debit, t.credit) IS DISTINCT FROM (CASE m.direction WHEN 'in' THEN ${real} ELSE ${vault} END::smallint,
        CASE m.direction WHEN 'in' THEN ${vault} ELSE ${real} END::smallint)`,
});
