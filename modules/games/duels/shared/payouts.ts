import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { DuelsRules } from "./rules.ts";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<DuelsRules> = sql => ({
  "I8 a duel pays its winner the share of its rules of both stakes, cut to a micro-unit, and the other nothing": `
    SELECT d.number, s.player, b.payout FROM duels.duels d
    CROSS JOIN LATERAL (VALUES (opener, opener_key, opener_won), (joiner, joiner_key, NOT opener_won)) s(player, key, won)
    LEFT JOIN ${sql.bets} b ON (b.player_id, b.key) = (s.player, s.key)
    LEFT JOIN ${sql.versions("payout_percent numeric")} ON rules.version = d.rules_version
    WHERE s.player IS NOT NULL AND ((d.state = 'paid' AND (b.status, b.stake, b.payout) IS DISTINCT FROM
        (1::smallint, d.stake, CASE WHEN s.won THEN div(d.stake * 2 * payout_percent, 100) WHEN payout_percent IS NOT NULL THEN 0 END))
      OR (d.state = 'refunded' AND b.status IS DISTINCT FROM 2))`,
});
