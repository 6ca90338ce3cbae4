import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { CasesRules } from "#modules/games/cases/shared/rules.ts";
import type { GameRules } from "#modules/games/index.ts";
import { spots } from "#modules/games/roulette/shared/cloth.ts";
import { decidedBets } from "#modules/wallet/server/index.ts";

/** A published table, as a SQL expression. */
export const table = (rows: object) => `'${JSON.stringify(rows)}'::jsonb`;

/** Every published version of a game's rules as rows: `columns` are fields of the rules. A bet under none of them is a difference. */
export const versionRows = <R extends Rules>({ all }: RuleVersions<R>, columns: string) =>
  `jsonb_to_recordset(${table(all)}) AS rules(version text, ${columns})`;

/** Prizes by ticket under each version: those from `low` up to below `high` pay `multiple` hundredths of the price. */
export const prizeRows = (versions: readonly { readonly version: string; readonly cases: CasesRules["cases"] }[]) =>
  table(
    versions.flatMap(({ version, cases }) =>
      cases.flatMap(({ slug, prizes }) => {
        let high = 0;
        return prizes.map(({ multiple, odds }) => {
          const low = high;
          high += odds;
          return { version, slug, low, high, multiple };
        });
      }),
    ),
  );
export const prizeColumns = "(version text, slug text, low int, high int, multiple numeric)";

/** The payout of one draw, from the choice, the result and the stake. */
export const drawnAtOnce = (rules: GameRules) => ({
  "I8 dice pays stake × the numerator of its rules / winning rolls, cut to a micro-unit, on a roll strictly over or under its target, and else nothing": `
    SELECT player_id, key, stake, payout FROM (
      SELECT *, round((choice ->> 'target')::numeric * 100) AS target, round((outcome ->> 'roll')::numeric * 100) AS roll
      FROM ${decidedBets("dice")} decided) b
    LEFT JOIN ${versionRows(rules.dice, "rolls int, multiplier_numerator numeric")} ON version = rules_version
    WHERE payout IS DISTINCT FROM CASE
      WHEN version IS NULL THEN NULL
      WHEN choice ->> 'direction' = 'over' AND roll > target THEN floor(stake * multiplier_numerator / (rolls - 1 - target))
      WHEN choice ->> 'direction' = 'under' AND roll < target THEN floor(stake * multiplier_numerator / target)
      WHEN roll IS NOT NULL THEN 0 END`,
  "I8 plinko pays stake × what its published table has for the risk, the rows and how often its path goes to the right": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("plinko")} b
    LEFT JOIN ${versionRows(rules.plinko, "fewest_rows int, tables jsonb")} ON version = rules_version CROSS JOIN LATERAL (
      SELECT length(replace(outcome ->> 'path', 'L', '')) AS slot, (choice ->> 'rows')::int AS rows) p
    WHERE length(outcome ->> 'path') IS DISTINCT FROM rows OR (outcome ->> 'slot')::int IS DISTINCT FROM slot
      OR payout IS DISTINCT FROM
        floor(stake * (tables -> (choice ->> 'risk') -> (rows - fewest_rows) ->> slot)::numeric / 100)`,
  "I8 crash pays stake × the multiplier it was cashed out at, cut to a micro-unit, and else nothing": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("crash")} b
    WHERE payout <> coalesce(floor(stake * (outcome ->> 'cashed_out_at')::numeric), 0)`,
  "I8 limbo pays stake × its target, cut to a micro-unit, on a result that reaches it, and else nothing": `
    SELECT player_id, key, stake, payout FROM (
      SELECT *, (choice ->> 'target')::numeric AS target, (outcome ->> 'result')::numeric AS result
      FROM ${decidedBets("limbo")} decided) b
    WHERE payout IS DISTINCT FROM CASE WHEN result >= target THEN floor(stake * target) WHEN result IS NOT NULL THEN 0 END`,
  "I8 keno pays stake × what its published table has for the risk, the picks and those of them that were drawn": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("keno")} b
    LEFT JOIN ${versionRows(rules.keno, "tables jsonb")} ON version = rules_version CROSS JOIN LATERAL (
      SELECT count(*) AS picks, count(*) FILTER (WHERE pick IN (SELECT json_array_elements_text(outcome -> 'drawn'))) AS hits
      FROM json_array_elements_text(choice -> 'picks') pick) n
    WHERE payout IS DISTINCT FROM
      floor(stake * (tables -> (choice ->> 'risk') -> (picks - 1)::int ->> hits::int)::numeric / 100)`,
  "I8 cases pay the prizes that their tickets have in the published table, each cut to a micro-unit": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("cases")} b
    WHERE payout IS DISTINCT FROM (
      SELECT sum(floor(stake / (choice ->> 'count')::numeric * multiple / 100))
      FROM json_array_elements_text(outcome -> 'tickets') ticket
      JOIN jsonb_to_recordset(${prizeRows(rules.cases.all)}) AS p${prizeColumns} ON p.version = b.rules_version AND p.slug = choice ->> 'slug'
        AND ticket::int >= p.low AND ticket::int < p.high)`,
  "I8 a flip pays twice the stake less the edge of its rules on the side that was called, cut to a micro-unit, and else nothing": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("coinflip")} b
    LEFT JOIN ${versionRows(rules.coinflip, "rtp_percent numeric")} ON version = rules_version
    WHERE opening IS NULL AND payout IS DISTINCT FROM CASE
      WHEN version IS NULL THEN NULL
      WHEN outcome -> 'landed' ->> 0 = choice ->> 'side' THEN floor(stake * 2 * rtp_percent / 100) ELSE 0 END`,
  "I8 roulette pays each chip on a spot that covers the pocket what its rules return divided by what the spot covers, and else nothing": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("roulette")} b
    LEFT JOIN ${versionRows(rules.roulette, "returned numeric")} ON version = rules_version
    WHERE payout IS DISTINCT FROM (
      SELECT coalesce(sum(floor((chip ->> 'stake')::numeric * 1000000 * returned / jsonb_array_length(numbers)))
        FILTER (WHERE numbers @> (outcome -> 'pocket')::text::jsonb), 0) + CASE WHEN version IS NULL THEN NULL ELSE 0 END
      FROM json_array_elements(choice -> 'chips') chip
      JOIN jsonb_to_recordset(${table(spots.map(({ id, numbers }) => ({ id, numbers })))}) AS s(id text, numbers jsonb)
        ON s.id = chip ->> 'spot')`,
});
