import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";

export const tournamentInvariants = invariantsOf({
  "I12 every prize of a tournament is in the books: one transfer to the player of its place, from the casino's promotional funds": `
    SELECT p.tournament_id, p.place, p.player_id FROM tournaments.prizes p
    LEFT JOIN ${transferSql.all} t ON t.player_id = p.player_id AND t.reference = p.reference AND t.kind = ${kindNumbers.prize}
    WHERE (t.currency, t.amount, t.debit, t.credit)
      IS DISTINCT FROM (p.currency, p.amount, ${account("promotions")}::smallint, ${account("player:real")}::smallint)`,
  "I12 a prize of a tournament is that of its frozen place, or what two operators cut it to, in the currency of the tournament": `
    SELECT p.tournament_id, p.place, p.player_id, p.amount FROM tournaments.prizes p
    JOIN tournaments.tournaments t ON t.id = p.tournament_id
    LEFT JOIN tournaments.ranks r ON r.tournament_id = p.tournament_id AND r.place = p.place
    LEFT JOIN tournaments.entries e ON e.tournament_id = p.tournament_id AND e.player_id = p.player_id
    WHERE (p.player_id, p.currency, p.amount) IS DISTINCT FROM (r.player_id, t.currency, least(t.prizes[p.place], e.prize_most))`,
  "I12 a finished tournament has paid every place that has a prize": `
    SELECT r.tournament_id, r.place FROM tournaments.ranks r JOIN tournaments.tournaments t ON t.id = r.tournament_id AND t.state = 'finished'
    LEFT JOIN tournaments.prizes p ON p.tournament_id = r.tournament_id AND p.place = r.place
    WHERE r.place <= cardinality(t.prizes) AND p.place IS NULL`,
  "I12 the count of a tournament's players is that of its entries": `
    SELECT tournament_id, c.entries AS counted, e.entries FROM tournaments.entry_counts c
    FULL JOIN (SELECT tournament_id, count(*) AS entries FROM tournaments.entries GROUP BY tournament_id) e USING (tournament_id)
    WHERE c.entries IS DISTINCT FROM e.entries`,
});
