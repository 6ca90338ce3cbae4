import { nobleHashes } from "#kit/fair/noble.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { kenoLimits } from "../shared/limits.ts";
import { allDraws, drawsWith, mostPicks, numbersDrawn, numbersOnBoard, returnedHundredths } from "../shared/odds.ts";
import { kenoRules, payoutAt, type Risk, risks, rowOf } from "../shared/rules.ts";

const { current: rules } = kenoRules;
const picksOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const everyRow = risks.flatMap(risk => picksOf(mostPicks).map(picks => ({ risk, picks })));

function tableOf(risk: Risk): string {
  const rows = picksOf(mostPicks).map(picks => {
    const row = rowOf(rules, risk, picks);
    const cells = row.map(each => (each === 0 ? "0" : formatHundredths(each)));
    const blank = Array.from({ length: mostPicks - picks }, () => "");
    return [String(picks), ...cells, ...blank, percent(returnedHundredths(row), 100n * allDraws, 3)];
  });
  const heads = Array.from({ length: mostPicks + 1 }, (_, hits) => String(hits));
  return `### ${risk}\n${table(["picks", ...heads, "returns"], rows)}`;
}

function chanceRow(picks: number): string[] {
  const cells = Array.from({ length: mostPicks + 1 }, (_, hits) =>
    hits > picks ? "" : String(drawsWith(picks, hits)),
  );
  return [String(picks), ...cells];
}

/** What all draws return in micro-units at the smallest stake, hit by hit as it is paid. */
function returnedAtLeast(risk: Risk, picks: number, stake: (typeof kenoLimits)["RUB"]["min"]): bigint {
  const bet = { risk, picks: picksOf(picks) };
  let returned = 0n;
  for (let hits = 0; hits <= picks; hits++) {
    const drawn = [
      ...picksOf(hits),
      ...Array.from({ length: numbersDrawn - hits }, (_, index) => numbersOnBoard - index),
    ];
    returned += drawsWith(picks, hits) * payoutAt(rules, bet, stake, drawn);
  }
  return returned;
}

function stakeRow(currency: (typeof currencyCodes)[number]): string[] {
  const { min, max } = kenoLimits[currency];
  const returns = everyRow.map(({ risk, picks }) => returnedAtLeast(risk, picks, min));
  const [lowest, highest] = [returns.reduce((a, b) => (a < b ? a : b)), returns.reduce((a, b) => (a > b ? a : b))];
  const all = allDraws * min;
  return [money(min, currency), money(max, currency), percent(lowest, all, 4), percent(highest, all, 4)];
}

/** docs/games/keno.md: every figure in it is computed from the rules that settle bets. */
export function oddsPage(): string {
  return `# Keno

*Printed from the rules that settle bets; a test checks that it is up to date.*

The player picks 1 to ${mostPicks} of the numbers 1 to ${numbersOnBoard}; ${numbersDrawn} different numbers are drawn, every set of ten equally likely. The risk and the number of picks select
a row of the payout tables below, and the hits select the multiplier in it. The payout is the stake times the multiplier, rounded down to a millionth of the currency's unit.

## Payout tables
Multipliers by hits. We computed them with \`modules/games/keno/testing/print-tables.ts\`: each further hit pays a fixed factor more, scaled so that the row returns 99 %, and rounded
to convenient numbers. A row with a return outside 98.9 to 99.1 % fails a test and prevents the server from starting.

${risks.map(tableOf).join("\n\n")}

## Chances
Of C(${numbersOnBoard}, ${numbersDrawn}) = ${allDraws} draws, the number with this many hits: C(picks, hits) × C(${numbersOnBoard} − picks, ${numbersDrawn} − hits).

${table(["picks", ...Array.from({ length: mostPicks + 1 }, (_, hits) => String(hits))], picksOf(mostPicks).map(chanceRow))}

## Return of every row, computed exactly
All ${everyRow.length} rows, for actual payouts in micro-units at the smallest stake of each currency.

${table(["smallest stake", "largest stake", "lowest return of any row", "highest"], currencyCodes.map(stakeRow))}

## The draw
Words of the stream \`fairhouse-1:keno:{client seed}:{nonce}:{block}\` shuffle the list 1 ... ${numbersOnBoard}: for i = 0 to ${numbersDrawn - 1}, j = i + (a draw below ${numbersOnBoard} − i), swap the numbers at i and j; the first
${numbersDrawn} are the balls, in the order in which they are drawn. See [the description](README.md).

Version of the rules: \`${rules.version}\`. Configuration: \`{"drawn":${numbersDrawn},"most_picks":${mostPicks},"numbers":${numbersOnBoard},"tables":...,"version":"${rules.version}"}\` as canonical JSON, the tables in hundredths as in [tables.ts](../../modules/games/keno/shared/tables.ts); its SHA-256, the \`config_hash\` of every record: \`${configurationHash(nobleHashes, rules)}\`. Golden rounds: [vectors.json](../../modules/games/keno/shared/vectors.json).
`;
}
