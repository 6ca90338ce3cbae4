import { caseTables } from "#modules/games/cases/shared/tables.ts";
import { kenoTables } from "#modules/games/keno/shared/tables.ts";
import { plinkoTables } from "#modules/games/plinko/shared/tables.ts";
import { spots } from "#modules/games/roulette/shared/cloth.ts";
import { decidedBets } from "#modules/wallet/server/index.ts";

/** A published table, as a SQL expression. */
export const table = (rows: object) => `'${JSON.stringify(rows)}'::jsonb`;

/** Prizes by ticket: those from `low` up to below `high` pay `multiple` hundredths of the price. */
export const prizeRows = table(
  caseTables.flatMap(({ slug, prizes }) => {
    let high = 0;
    return prizes.map(({ multiple, odds }) => {
      const low = high;
      high += odds;
      return { slug, low, high, multiple };
    });
  }),
);
export const prizeColumns = "(slug text, low int, high int, multiple numeric)";

/** The payout of one draw, from the choice, the result and the stake. */
export const drawnAtOnce = {
  "I8 dice pays stake × 9900 / winning rolls, cut to a micro-unit, on a roll strictly over or under its target, and else nothing": `
    SELECT player_id, key, stake, payout FROM (
      SELECT *, round((choice ->> 'target')::numeric * 100) AS target, round((outcome ->> 'roll')::numeric * 100) AS roll
      FROM ${decidedBets("dice")} decided) b
    WHERE payout IS DISTINCT FROM CASE
      WHEN choice ->> 'direction' = 'over' AND roll > target THEN floor(stake * 9900::numeric / (9999 - target))
      WHEN choice ->> 'direction' = 'under' AND roll < target THEN floor(stake * 9900::numeric / target)
      WHEN roll IS NOT NULL THEN 0 END`,
  "I8 plinko pays stake × what its published table has for the risk, the rows and how often its path goes to the right": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("plinko")} b CROSS JOIN LATERAL (
      SELECT length(replace(outcome ->> 'path', 'L', '')) AS slot, (choice ->> 'rows')::int AS rows) p
    WHERE length(outcome ->> 'path') IS DISTINCT FROM rows OR (outcome ->> 'slot')::int IS DISTINCT FROM slot
      OR payout IS DISTINCT FROM
        floor(stake * (${table(plinkoTables)} -> (choice ->> 'risk') -> (rows - 8) ->> slot)::numeric / 100)`,
  "I8 crash pays stake × the multiplier it was cashed out at, cut to a micro-unit, and else nothing": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("crash")} b
    WHERE payout <> coalesce(floor(stake * (outcome ->> 'cashed_out_at')::numeric), 0)`,
  "I8 limbo pays stake × its target, cut to a micro-unit, on a result that reaches it, and else nothing": `
    SELECT player_id, key, stake, payout FROM (
      SELECT *, (choice ->> 'target')::numeric AS target, (outcome ->> 'result')::numeric AS result
      FROM ${decidedBets("limbo")} decided) b
    WHERE payout IS DISTINCT FROM CASE WHEN result >= target THEN floor(stake * target) WHEN result IS NOT NULL THEN 0 END`,
  "I8 keno pays stake × what its published table has for the risk, the picks and those of them that were drawn": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("keno")} b CROSS JOIN LATERAL (
      SELECT count(*) AS picks, count(*) FILTER (WHERE pick IN (SELECT json_array_elements_text(outcome -> 'drawn'))) AS hits
      FROM json_array_elements_text(choice -> 'picks') pick) n
    WHERE payout IS DISTINCT FROM
      floor(stake * (${table(kenoTables)} -> (choice ->> 'risk') -> (picks - 1)::int ->> hits::int)::numeric / 100)`,
  "I8 cases pay the prizes that their tickets have in the published table, each cut to a micro-unit": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("cases")} b
    WHERE payout IS DISTINCT FROM (
      SELECT sum(floor(stake / (choice ->> 'count')::numeric * multiple / 100))
      FROM json_array_elements_text(outcome -> 'tickets') ticket
      JOIN jsonb_to_recordset(${prizeRows}) AS p${prizeColumns} ON p.slug = choice ->> 'slug'
        AND ticket::int >= p.low AND ticket::int < p.high)`,
  "I8 a flip pays 1.98 times the stake on the side that was called, cut to a micro-unit, and else nothing": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("coinflip")} b WHERE opening IS NULL
      AND payout IS DISTINCT FROM CASE outcome -> 'landed' ->> 0
        WHEN choice ->> 'side' THEN floor(stake * 198::numeric / 100) ELSE 0 END`,
  "I8 roulette pays each chip on a spot that covers the pocket 36 divided by what the spot covers, and else nothing": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("roulette")} b
    WHERE payout IS DISTINCT FROM (
      SELECT coalesce(sum(floor((chip ->> 'stake')::numeric * 1000000 * 36 / jsonb_array_length(numbers)))
        FILTER (WHERE numbers @> (outcome -> 'pocket')::text::jsonb), 0)
      FROM json_array_elements(choice -> 'chips') chip
      JOIN jsonb_to_recordset(${table(spots.map(({ id, numbers }) => ({ id, numbers })))}) AS s(id text, numbers jsonb)
        ON s.id = chip ->> 'spot')`,
} as const;
