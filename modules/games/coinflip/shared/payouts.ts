import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { CoinflipRules } from "./rules.ts";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<CoinflipRules> = sql => ({
  "I8 a flip pays twice the stake less the edge of its rules on the side that was called, cut to a micro-unit, and else nothing": `
    SELECT player_id, key, stake, payout FROM ${sql.decided} b
    LEFT JOIN ${sql.versions("rtp_percent numeric")} ON version = rules_version
    WHERE opening IS NULL AND payout IS DISTINCT FROM CASE
      WHEN version IS NULL THEN NULL
      WHEN outcome -> 'landed' ->> 0 = choice ->> 'side' THEN floor(stake * 2 * rtp_percent / 100) ELSE 0 END`,
  "I8 a ladder of n right flips pays the return of its rules × 2^n, cut to a micro-unit, and nothing after a wrong one": `
    SELECT player_id, key, stake, payout FROM ${sql.decided} b
    LEFT JOIN ${sql.versions("rtp_percent numeric")} ON version = rules_version CROSS JOIN LATERAL (
      SELECT count(*) AS flips, coalesce(bool_and(chosen ->> 'side' = shown ->> 'side'), false) AS won,
        coalesce(bool_and(shown ->> 'side' = outcome -> 'landed' ->> (n - 1)::int), true) AS shown_right FROM ${sql.steps}) l
    WHERE opening IS NOT NULL AND (NOT shown_right OR payout IS DISTINCT FROM
      CASE WHEN version IS NULL THEN NULL WHEN won THEN div(stake * rtp_percent * 2 ^ flips::numeric, 100) ELSE 0 END)`,
});
