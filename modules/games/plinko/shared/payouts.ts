import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { PlinkoRules } from "./rules.ts";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<PlinkoRules> = sql => ({
  "I8 plinko pays stake × what its published table has for the risk, the rows and how often its path goes to the right": `
    SELECT player_id, key, stake, payout FROM ${sql.decided} b
    LEFT JOIN ${sql.versions("fewest_rows int, tables jsonb")} ON version = rules_version CROSS JOIN LATERAL (
      SELECT length(replace(outcome ->> 'path', 'L', '')) AS slot, (choice ->> 'rows')::int AS rows) p
    WHERE length(outcome ->> 'path') IS DISTINCT FROM rows OR (outcome ->> 'slot')::int IS DISTINCT FROM slot
      OR payout IS DISTINCT FROM
        floor(stake * (tables -> (choice ->> 'risk') -> (rows - fewest_rows) ->> slot)::numeric / 100)`,
});
