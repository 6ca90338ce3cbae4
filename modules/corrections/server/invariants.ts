import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";

/** Every booked correction has one transfer, every such transfer has one correction, and two operators were involved. */
export const correctionInvariants = invariantsOf({
  "I12 every booked correction is one transfer made by two operators, and every such transfer has its correction": `
    SELECT c.id, t.seq FROM (SELECT * FROM corrections.corrections WHERE status = 'booked') c
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE kind = ${kindNumbers.correction}) t ON t.reference = c.id
    WHERE (c.player_id, c.currency, abs(c.amount)) IS DISTINCT FROM (t.player_id, t.currency, t.amount)
      OR (c.amount > 0) IS DISTINCT FROM (t.credit = 1) OR c.decided_by IS NOT DISTINCT FROM c.asked_by`,
});
