import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { CrashRules } from "./rules.ts";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<CrashRules> = sql => ({
  "I8 crash pays stake × the multiplier it was cashed out at, cut to a micro-unit, and else nothing": `
    SELECT player_id, key, stake, payout FROM ${sql.decided} b
    WHERE payout <> coalesce(floor(stake * (outcome ->> 'cashed_out_at')::numeric), 0)`,
});
