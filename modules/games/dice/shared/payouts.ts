import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { DiceRules } from "./rules.ts";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<DiceRules> = sql => ({
  "I8 dice pays stake × the numerator of its rules / winning rolls, cut to a micro-unit, on a roll strictly over or under its target, and else nothing": `
    SELECT player_id, key, stake, payout FROM (
      SELECT *, round((choice ->> 'target')::numeric * 100) AS target, round((outcome ->> 'roll')::numeric * 100) AS roll
      FROM ${sql.decided} decided) b
    LEFT JOIN ${sql.versions("rolls int, multiplier_numerator numeric")} ON version = rules_version
    WHERE payout IS DISTINCT FROM CASE
      WHEN version IS NULL THEN NULL
      WHEN choice ->> 'direction' = 'over' AND roll > target THEN floor(stake * multiplier_numerator / (rolls - 1 - target))
      WHEN choice ->> 'direction' = 'under' AND roll < target THEN floor(stake * multiplier_numerator / target)
      WHEN roll IS NOT NULL THEN 0 END`,
});
