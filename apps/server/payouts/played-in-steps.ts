import { decidedBets } from "#modules/wallet/server/index.ts";

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
export const playedInSteps = {
  "I8 miner pays 0.99 × C(25, k) / C(25 − m, k) after k safe tiles, cut to a micro-unit, nothing after a mine, and its board says so": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("miner")} b CROSS JOIN LATERAL (
      SELECT count(*) AS k, 25 - (b.choice ->> 'mines')::int AS safe, coalesce(bool_or((shown ->> 'mine')::boolean), false) AS lost,
        coalesce(bool_and((shown ->> 'mine')::boolean = ((outcome -> 'board')::jsonb @> (chosen -> 'tile')::text::jsonb)), true) AS shown_right
      FROM ${steps}) n
    WHERE NOT shown_right OR payout IS DISTINCT FROM CASE WHEN lost OR k = 0 THEN 0 ELSE
      div(stake * 99 * factorial(25) * factorial(safe - k), 100 * factorial(25 - k) * factorial(safe)) END`,
  "I8 a ladder of n right flips pays 0.99 × 2^n, cut to a micro-unit, and nothing after a wrong one": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("coinflip")} b CROSS JOIN LATERAL (
      SELECT count(*) AS flips, coalesce(bool_and(chosen ->> 'side' = shown ->> 'side'), false) AS won,
        coalesce(bool_and(shown ->> 'side' = outcome -> 'landed' ->> (n - 1)::int), true) AS shown_right FROM ${steps}) l
    WHERE opening IS NOT NULL AND (NOT shown_right OR payout IS DISTINCT FROM
      CASE WHEN won THEN div(stake * 99::numeric * 2 ^ flips::numeric, 100) ELSE 0 END)`,
  "I8 hilo pays 0.99 × one over the chance of each guess, cut to a micro-unit, and nothing after a wrong one": `
    WITH RECURSIVE b AS (SELECT player_id, key, stake, payout, opening, journal FROM ${decidedBets("hilo")} d),
    walk AS (
      SELECT player_id, key, 0 AS i, (opening ->> 'card')::int AS at, 99::numeric AS num, 100::numeric AS den, 0 AS guesses, false AS lost
      FROM b
      UNION ALL
      SELECT player_id, key, i + 1, next, num * (${of}), den * (${wins}), guesses + (choice <> 'skip')::int, lost OR NOT (${isRight})
      FROM walk JOIN b USING (player_id, key) CROSS JOIN LATERAL (
        SELECT journal[i + 1]::json -> 'choice' ->> 'choice' AS choice, (journal[i + 1]::json -> 'shown' ->> 'card')::int AS next) s
      WHERE i < cardinality(journal))
    SELECT player_id, key, stake, payout FROM walk JOIN b USING (player_id, key)
    WHERE i = coalesce(cardinality(journal), 0)
      AND payout IS DISTINCT FROM CASE WHEN lost OR guesses = 0 THEN 0 ELSE div(stake * num, den) END`,
} as const;
