import type { GameRules } from "#modules/games/index.ts";
import { decidedBets } from "#modules/wallet/server/index.ts";
import { versionRows } from "./drawn-at-once.ts";

/** Rounds in steps: `n` steps with the choice and the revealed result of each, from the journal stored with the bet. */
const steps = `(SELECT n, s::json -> 'choice' AS chosen, s::json -> 'shown' AS shown
  FROM unnest(b.journal) WITH ORDINALITY AS j(s, n)) step`;

/** The factor of a hilo guess, as hundredths over chances: 13 over the winning ranks, or 2 for a colour. */
const wins = `CASE choice WHEN 'skip' THEN 1 WHEN 'red' THEN 1 WHEN 'black' THEN 1
  WHEN 'higher' THEN CASE at % 13 WHEN 0 THEN 12 ELSE 13 - at % 13 END
  WHEN 'lower' THEN CASE at % 13 WHEN 12 THEN 12 ELSE at % 13 + 1 END END`;
const of = "CASE choice WHEN 'skip' THEN 1 WHEN 'red' THEN 2 WHEN 'black' THEN 2 ELSE 13 END";
const isRight = `CASE choice WHEN 'skip' THEN true WHEN 'red' THEN next < 26 WHEN 'black' THEN next >= 26
  WHEN 'higher' THEN next % 13 > at % 13 OR (next % 13 = at % 13 AND at % 13 <> 0)
  WHEN 'lower' THEN next % 13 < at % 13 OR (next % 13 = at % 13 AND at % 13 <> 12) END`;

/** The payout of a round in steps, from the choice and the revealed result of each. */
export const playedInSteps = (rules: GameRules) => ({
  "I8 miner pays the return of its rules × C(25, k) / C(25 − m, k) after k safe tiles, cut to a micro-unit, nothing after a mine, and its board says so": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("miner")} b
    LEFT JOIN ${versionRows(rules.miner, "tiles int, rtp_percent numeric")} ON version = rules_version CROSS JOIN LATERAL (
      SELECT count(*) AS k, tiles - (b.choice ->> 'mines')::int AS safe, coalesce(bool_or((shown ->> 'mine')::boolean), false) AS lost,
        coalesce(bool_and((shown ->> 'mine')::boolean = ((outcome -> 'board')::jsonb @> (chosen -> 'tile')::text::jsonb)), true) AS shown_right
      FROM ${steps}) n
    WHERE NOT shown_right OR payout IS DISTINCT FROM CASE WHEN version IS NULL THEN NULL WHEN lost OR k = 0 THEN 0 ELSE
      div(stake * rtp_percent * factorial(tiles) * factorial(safe - k), 100 * factorial(tiles - k) * factorial(safe)) END`,
  "I8 a ladder of n right flips pays the return of its rules × 2^n, cut to a micro-unit, and nothing after a wrong one": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("coinflip")} b
    LEFT JOIN ${versionRows(rules.coinflip, "rtp_percent numeric")} ON version = rules_version CROSS JOIN LATERAL (
      SELECT count(*) AS flips, coalesce(bool_and(chosen ->> 'side' = shown ->> 'side'), false) AS won,
        coalesce(bool_and(shown ->> 'side' = outcome -> 'landed' ->> (n - 1)::int), true) AS shown_right FROM ${steps}) l
    WHERE opening IS NOT NULL AND (NOT shown_right OR payout IS DISTINCT FROM
      CASE WHEN version IS NULL THEN NULL WHEN won THEN div(stake * rtp_percent * 2 ^ flips::numeric, 100) ELSE 0 END)`,
  "I8 hilo pays the return of its rules × one over the chance of each guess, cut to a micro-unit, and nothing after a wrong one": `
    WITH RECURSIVE b AS (SELECT player_id, key, stake, payout, opening, journal, rtp_percent FROM ${decidedBets("hilo")} d
      LEFT JOIN ${versionRows(rules.hilo, "rtp_percent numeric")} ON version = rules_version),
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
