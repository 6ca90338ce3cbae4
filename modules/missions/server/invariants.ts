import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account, bonusCost } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";

const cost = bonusCost("missions");
const bonus = account("player:bonus");

export const missionInvariants = invariantsOf({
  "I12 every prize of a mission is in the books: given as bonus money and released at once": `
    SELECT p.player_id, p.id, p.currency, p.amount FROM missions.prizes p
    LEFT JOIN ${transferSql.all} g ON g.player_id = p.player_id AND g.reference = p.id AND g.kind = ${kindNumbers.bonus}
    LEFT JOIN ${transferSql.all} r ON r.player_id = p.player_id AND r.reference = p.id AND r.kind = ${kindNumbers.bonus_released}
    WHERE (g.currency, g.amount, g.debit, g.credit) IS DISTINCT FROM (p.currency, p.amount, ${cost}::smallint, ${bonus}::smallint)
      OR (r.currency, r.amount, r.debit, r.credit)
        IS DISTINCT FROM (p.currency, p.amount, ${bonus}::smallint, ${account("player:real")}::smallint)`,
  "I12 what missions have cost is the sum of their prizes, and no mission has given more prizes than it has places": `
    SELECT m.id, m.taken FROM missions.missions m
    WHERE m.taken <> (SELECT count(*) FROM missions.prizes p WHERE p.mission_id = m.id)
      OR EXISTS (SELECT FROM missions.prizes p WHERE p.mission_id = m.id AND (p.currency, p.amount) IS DISTINCT FROM (m.currency, m.prize))
    UNION ALL SELECT t.reference, 0 FROM ${transferSql.all} t
    WHERE t.debit = ${cost} AND NOT EXISTS (SELECT FROM missions.prizes p WHERE p.id = t.reference)`,
  "I12 a targeted mission has started for as many players as it counts, and its prizes are theirs": `
    SELECT m.id, m.started FROM missions.missions m
    WHERE m.started <> (SELECT count(*) FROM missions.starts s WHERE s.mission_id = m.id)
      OR (m.targeted AND EXISTS (SELECT FROM missions.prizes p WHERE p.mission_id = m.id
        AND NOT EXISTS (SELECT FROM missions.starts s WHERE s.mission_id = m.id AND s.player_id = p.player_id)))`,
});
