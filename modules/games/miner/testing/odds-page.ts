import { payoutOf } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { choose } from "#kit/std/choose.ts";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { versionsText } from "#modules/fairness/testing/rules-text.ts";
import { minerLimits } from "../shared/limits.ts";
import { minerRules, multiplierAt } from "../shared/rules.ts";

const { current: rules } = minerRules;
const { tiles, least_mines: least, most_mines: most } = rules;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const minesOf = upTo(most).filter(mines => mines >= least);
const legal = minesOf.flatMap(mines => upTo(tiles - mines).map(safe => ({ mines, safe })));
const shown = [1, 2, 3, 5, 10, 15, 20, 24];

function multiplierRow(safe: number): string[] {
  const cells = shown.map(mines => {
    if (safe > tiles - mines) return "";
    const { numerator, denominator } = multiplierAt(rules, mines, safe);
    return multiplierText(numerator, denominator);
  });
  return [String(safe), ...cells];
}

/** What all boards return in micro-units for so many safe tiles at the smallest stake. */
function stakeRow(currency: (typeof currencyCodes)[number]): string[] {
  const { min, max } = minerLimits[currency];
  const returns = legal.map(({ mines, safe }) => {
    const returned = payoutOf(min, multiplierAt(rules, mines, safe)) * choose(tiles - safe, mines);
    // Brought to one denominator, so that returns of different boards can be compared.
    return { returned, staked: min * choose(tiles, mines) };
  });
  const lowest = returns.reduce((a, b) => (a.returned * b.staked < b.returned * a.staked ? a : b));
  const highest = returns.reduce((a, b) => (a.returned * b.staked > b.returned * a.staked ? a : b));
  return [
    money(min, currency),
    money(max, currency),
    percent(lowest.returned, lowest.staked, 4),
    percent(highest.returned, highest.staked, 4),
  ];
}

/** docs/games/miner.md: every figure in it is computed from the rules that settle rounds. */
export function oddsPage(): string {
  return `# Miner

*Printed from the rules that settle bets; a test checks that it is up to date.*

There are ${tiles} tiles in ${rules.rows} rows with ${least} to ${most} mines under them; every board is equally likely. The player reveals one tile after another and can cash out after each safe one; a mine ends the round.
The seeds of the round determine where the mines are, and revealing tiles does not move them.

## Multiplier
After k safe tiles with m mines: 0.99 × C(${tiles}, k) / C(${tiles} − m, k), exactly. The chance of k safe tiles is C(${tiles} − m, k) / C(${tiles}, k), so the return is 99 % wherever the round is cashed out. The payout is
the stake times the multiplier, rounded down to a millionth of the currency's unit. A tile whose payout would exceed the win cap is not offered: the round is cashed out automatically, as it is after the last safe tile.

${table(["safe tiles", ...shown.map(mines => `${mines} ${mines === 1 ? "mine" : "mines"}`)], upTo(tiles - least).map(multiplierRow))}

## Return of every possible round, computed exactly
All ${legal.length} combinations of mines and safe tiles, for actual payouts in micro-units at the smallest stake of each currency.

${table(["smallest stake", "largest stake", "lowest return of any round", "highest"], currencyCodes.map(stakeRow))}

## The draw
Words of the stream \`fairhouse-1:miner:{client seed}:{nonce}:{block}\` shuffle the tiles 0 ... ${tiles - 1}, row by row: for i = 0 to m − 1, j = i + (a draw below ${tiles} − i), swap the tiles at i and j; the
first m have the mines. A round uses one nonce, however many tiles are revealed. See [the description](README.md).

${versionsText(minerRules)} Golden rounds: [vectors.json](../../modules/games/miner/shared/vectors.json).
`;
}
