import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import { spots } from "./cloth.ts";
import type { RouletteRules } from "./rules.ts";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<RouletteRules> = sql => ({
  "I8 roulette pays each chip on a spot that covers the pocket what its rules return divided by what the spot covers, and else nothing": `
    SELECT player_id, key, stake, payout FROM ${sql.decided} b
    LEFT JOIN ${sql.versions("returned numeric")} ON version = rules_version
    WHERE payout IS DISTINCT FROM (
      SELECT coalesce(sum(floor((chip ->> 'stake')::numeric * 1000000 * returned / jsonb_array_length(numbers)))
        FILTER (WHERE numbers @> (outcome -> 'pocket')::text::jsonb), 0) + CASE WHEN version IS NULL THEN NULL ELSE 0 END
      FROM json_array_elements(choice -> 'chips') chip
      JOIN jsonb_to_recordset(${sql.table(spots.map(({ id, numbers }) => ({ id, numbers })))}) AS s(id text, numbers jsonb)
        ON s.id = chip ->> 'spot')`,
});
