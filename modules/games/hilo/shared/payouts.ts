import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { HiloRules } from "./rules.ts";

/** The factor of a hilo guess, as hundredths over chances: 13 over the winning ranks, or 2 for a colour. */
const wins = `CASE choice WHEN 'skip' THEN 1 WHEN 'red' THEN 1 WHEN 'black' THEN 1
  WHEN 'higher' THEN CASE at % 13 WHEN 0 THEN 12 ELSE 13 - at % 13 END
  WHEN 'lower' THEN CASE at % 13 WHEN 12 THEN 12 ELSE at % 13 + 1 END END`;
const of = "CASE choice WHEN 'skip' THEN 1 WHEN 'red' THEN 2 WHEN 'black' THEN 2 ELSE 13 END";
const isRight = `CASE choice WHEN 'skip' THEN true WHEN 'red' THEN next < 26 WHEN 'black' THEN next >= 26
  WHEN 'higher' THEN next % 13 > at % 13 OR (next % 13 = at % 13 AND at % 13 <> 0)
  WHEN 'lower' THEN next % 13 < at % 13 OR (next % 13 = at % 13 AND at % 13 <> 12) END`;

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<HiloRules> = sql => ({
  "I8 hilo pays the return of its rules × one over the chance of each guess, cut to a micro-unit, and nothing after a wrong one": `
    WITH RECURSIVE b AS (SELECT player_id, key, stake, payout, opening, journal, rtp_percent FROM ${sql.decided} d
      LEFT JOIN ${sql.versions("rtp_percent numeric")} ON version = rules_version),
    walk AS (
      SELECT player_id, key, 0 AS i, (opening ->> 'card')::int AS at, rtp_percent AS num, 100::numeric AS den, 0 AS guesses, false AS lost
      FROM b
      UNION ALL
      SELECT player_id, key, i + 1, next, num * (${of}), den * (${wins}), guesses + (choice <> 'skip')::int, lost OR NOT (${isRight})
      FROM walk JOIN b USING (player_id, key) CROSS JOIN LATERAL (
        SELECT journal[i + 1]::json -> 'choice' ->> 'choice' AS choice, (journal[i + 1]::json -> 'shown' ->> 'card')::int AS next) s
      WHERE i < cardinality(journal))
    SELECT player_id, key, stake, payout FROM walk JOIN b USING (player_id, key)
    WHERE i = coalesce(cardinality(journal), 0)
      AND payout IS DISTINCT FROM CASE WHEN num IS NULL THEN NULL WHEN lost OR guesses = 0 THEN 0 ELSE div(stake * num, den) END`,
});
