import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { RoomsRules } from "./rules.ts";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<RoomsRules> = sql => ({
  "I8 a room pays the share of its rules of what is in its pot, cut to a micro-unit, to the stake that holds the ticket, and the others nothing": `
    SELECT r.number, e.seat, b.payout FROM rooms.rounds r
    JOIN (SELECT *, sum(stake) OVER (PARTITION BY round ORDER BY seat) AS upto, sum(stake) OVER (PARTITION BY round) AS pot
      FROM rooms.entries) e ON e.round = r.number
    LEFT JOIN ${sql.bets} b ON (b.player_id, b.key) = (e.player_id, e.bet_key)
    LEFT JOIN ${sql.versions("payout_percent numeric")} ON rules.version = r.rules_version
    WHERE r.state = 'paid' AND ((b.status, b.stake, b.payout, e.pot) IS DISTINCT FROM (1::smallint, e.stake, CASE
      WHEN r.ticket >= e.upto - e.stake AND r.ticket < e.upto THEN div(e.pot * payout_percent, 100) WHEN payout_percent IS NOT NULL THEN 0 END, r.pot::numeric))
    UNION ALL SELECT r.number, e.seat, b.payout FROM rooms.rounds r JOIN rooms.entries e ON e.round = r.number
      LEFT JOIN ${sql.bets} b ON (b.player_id, b.key) = (e.player_id, e.bet_key)
      WHERE r.state = 'refunded' AND b.status IS DISTINCT FROM 2`,
});
