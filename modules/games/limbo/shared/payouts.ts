import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { LimboRules } from "./rules.ts";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<LimboRules> = sql => ({
  "I8 limbo pays stake × its target, cut to a micro-unit, on a result that reaches it, and else nothing": `
    SELECT player_id, key, stake, payout FROM (
      SELECT *, (choice ->> 'target')::numeric AS target, (outcome ->> 'result')::numeric AS result
      FROM ${sql.decided} decided) b
    WHERE payout IS DISTINCT FROM CASE WHEN result >= target THEN floor(stake * target) WHEN result IS NOT NULL THEN 0 END`,
});
