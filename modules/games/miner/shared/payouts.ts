import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { MinerRules } from "./rules.ts";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<MinerRules> = sql => ({
  "I8 miner pays the return of its rules × C(25, k) / C(25 − m, k) after k safe tiles, cut to a micro-unit, nothing after a mine, and its board says so": `
    SELECT player_id, key, stake, payout FROM ${sql.decided} b
    LEFT JOIN ${sql.versions("tiles int, rtp_percent numeric")} ON version = rules_version CROSS JOIN LATERAL (
      SELECT count(*) AS k, tiles - (b.choice ->> 'mines')::int AS safe, coalesce(bool_or((shown ->> 'mine')::boolean), false) AS lost,
        coalesce(bool_and((shown ->> 'mine')::boolean = ((outcome -> 'board')::jsonb @> (chosen -> 'tile')::text::jsonb)), true) AS shown_right
      FROM ${sql.steps}) n
    WHERE NOT shown_right OR payout IS DISTINCT FROM CASE WHEN version IS NULL THEN NULL WHEN lost OR k = 0 THEN 0 ELSE
      div(stake * rtp_percent * factorial(tiles) * factorial(safe - k), 100 * factorial(tiles - k) * factorial(safe)) END`,
});
