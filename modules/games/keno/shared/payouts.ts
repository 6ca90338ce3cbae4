import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { KenoRules } from "./rules.ts";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<KenoRules> = sql => ({
  "I8 keno pays stake × what its published table has for the risk, the picks and those of them that were drawn": `
    SELECT player_id, key, stake, payout FROM ${sql.decided} b
    LEFT JOIN ${sql.versions("tables jsonb")} ON version = rules_version CROSS JOIN LATERAL (
      SELECT count(*) AS picks, count(*) FILTER (WHERE pick IN (SELECT json_array_elements_text(outcome -> 'drawn'))) AS hits
      FROM json_array_elements_text(choice -> 'picks') pick) n
    WHERE payout IS DISTINCT FROM
      floor(stake * (tables -> (choice ->> 'risk') -> (picks - 1)::int ->> hits::int)::numeric / 100)`,
});
