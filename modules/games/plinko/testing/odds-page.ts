import { nobleHashes } from "#kit/fair/noble.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { plinkoLimits } from "../shared/limits.ts";
import { allPaths, fewestRows, mostRows, pathsTo, returnedHundredths, rowCounts } from "../shared/odds.ts";
import { payoutAt, plinkoRules, type Risk, risks, rtpPercentOf, tableOf } from "../shared/rules.ts";

const { current: rules } = plinkoRules;
const rtpPercent = rtpPercentOf(rules);
const slots = Array.from({ length: mostRows / 2 + 1 }, (_, slot) => slot);
const halfOf = (rows: number) => slots.filter(slot => 2 * slot <= rows);
const blank = (rows: number) => slots.slice(halfOf(rows).length).map(() => "");

function tableFor(risk: Risk): string {
  const rows = rowCounts.map(count => {
    const multipliers = tableOf(rules, { rows: count, risk });
    const cells = halfOf(count).map(slot => formatHundredths(multipliers[slot] ?? 0));
    return [
      String(count),
      ...cells,
      ...blank(count),
      percent(returnedHundredths(multipliers), 100n * allPaths(count), 6),
    ];
  });
  return `### ${risk}\n${table(["rows", ...slots.map(String), "returns"], rows)}`;
}

const pathsRow = (rows: number): string[] => [
  String(rows),
  ...halfOf(rows).map(slot => String(pathsTo(rows, slot))),
  ...blank(rows),
  String(allPaths(rows)),
];

/** What every table returns at the smallest and the largest stake, slot by slot as it is paid: the least and the most of all. */
function stakeRow(currency: (typeof currencyCodes)[number]): string[] {
  const { min, max } = plinkoLimits[currency];
  const returns = risks.flatMap(risk =>
    rowCounts.map(rows => {
      const bet = { rows, risk };
      const returned = tableOf(rules, bet).reduce(
        (sum, _, slot) => sum + pathsTo(rows, slot) * payoutAt(rules, bet, min, slot),
        0n,
      );
      return (returned * allPaths(mostRows)) / allPaths(rows);
    }),
  );
  const [least, most] = [returns.reduce((a, b) => (a < b ? a : b)), returns.reduce((a, b) => (a > b ? a : b))];
  const all = allPaths(mostRows) * min;
  return [money(min, currency), money(max, currency), percent(least, all, 6), percent(most, all, 6)];
}

/** docs/games/plinko.md: every figure in it is computed from the rules that settle bets. */
export function oddsPage(): string {
  return `# Plinko

*Printed from the rules that settle bets; a test checks that it is up to date.*

A ball falls through ${fewestRows} to ${mostRows} rows of pegs, going left or right with equal chance at each peg, into one of rows + 1 slots. The slot number is how often the ball went right, so
C(rows, slot) of 2^rows paths lead to it. The table of the rows and the chosen risk shows what it pays. Every table returns exactly ${rtpPercent} %: the sum of paths × multiplier over all slots is 0.${rtpPercent} × 2^rows.

## The tables
Multipliers by slot, from the edge (0) to the middle; the other half is symmetrical.

${risks.map(tableFor).join("\n\n")}

The tables were computed as a curve between the multipliers of edge and middle that returns ${rtpPercent} %, rounded to convenient numbers; the rounding error is corrected by hundredths of single
multipliers (\`node modules/games/plinko/testing/print-tables.ts\`; a test compares its output with the game's file). The game does not open if a table has any other return.

## Chances
The number of the 2^rows paths that lead to each slot.

${table(["rows", ...slots.map(String), "all"], rowCounts.map(pathsRow))}

## Return of actual payouts
Stakes are whole hundredths of the currency's unit and multipliers whole hundredths, so no payout is rounded. The figures are for all 27 tables at the smallest stake.

${table(["smallest stake", "largest stake", "lowest return of any table", "highest"], currencyCodes.map(stakeRow))}

## The draw
\`HMAC-SHA256(key = server seed, message = "fairhouse-1:plinko:{client seed}:{nonce}:0")\`; its first eight bytes are a whole number u; the path is \`(u × 2^rows) >> 64\`, the upper bits of u, written with as many
binary digits as there are rows: the first digit is the first row, 0 is to the left (L) and 1 to the right (R). No word is ever skipped, because 2^rows divides 2^64. See [the description](README.md).

Version of the rules: \`${rules.version}\`. Configuration: \`{"fewest_rows":${fewestRows},"most_rows":${mostRows},"tables":...,"version":"${rules.version}"}\`; the SHA-256 of its canonical JSON, the \`config_hash\` of every record: \`${configurationHash(nobleHashes, rules)}\`. Golden rounds: [vectors.json](../../modules/games/plinko/shared/vectors.json).
`;
}
