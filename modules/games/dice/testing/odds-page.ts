import { type Micros, payoutOf } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { versionsText } from "#modules/fairness/testing/rules-text.ts";
import { diceLimits } from "../shared/limits.ts";
import {
  type DiceBet,
  diceRules,
  isPlayable,
  largestPayout,
  multiplierOf,
  rtpPercentOf,
  winningRolls,
} from "../shared/rules.ts";

const { current: rules } = diceRules;
const rolls = BigInt(rules.rolls);
const bets: DiceBet[] = (["over", "under"] as const)
  .flatMap(direction => Array.from({ length: rules.rolls }, (_, target) => ({ direction, target })))
  .filter(bet => isPlayable(rules, bet));

/** Winning rolls times payout: what ten thousand stakes return when every roll comes once. */
function returned(bet: DiceBet, stake: Micros): bigint {
  return BigInt(winningRolls(rules, bet)) * largestPayout(rules, bet, stake);
}

function stakeRow(currency: Currency): string[] {
  const { min, max } = diceLimits[currency];
  const returns = bets.map(bet => returned(bet, min));
  const [lowest, highest] = [returns.reduce(least), returns.reduce((a, b) => (a > b ? a : b))];
  return [
    money(min, currency),
    money(max, currency),
    percent(lowest, rolls * min, 4),
    percent(highest, rolls * min, 4),
  ];
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function oddsRow(target: number): string[] {
  const bet: DiceBet = { direction: "under", target };
  const { numerator, denominator } = multiplierOf(rules, bet);
  const mirrored = rules.rolls - 1 - target;
  const four = payoutOf(10_000n as Micros, { numerator, denominator }); // the multiplier in ten-thousandths, cut
  return [
    `under ${formatHundredths(target)} or over ${formatHundredths(mirrored)}`,
    percent(BigInt(winningRolls(rules, bet)), rolls, 2),
    `${numerator}/${denominator}`,
    `${four / 10_000n}.${(four % 10_000n).toString().padStart(4, "0")}x`,
  ];
}

/** docs/games/dice.md: every figure in it is computed from the rules that settle bets. */
export function oddsPage(): string {
  return `# Dice

*Printed from the rules that settle bets; a test checks that it is up to date.*

A roll is one of ten thousand equally likely numbers, 0.00 to 99.99. *Over T* wins when the roll is above T, *under T* when it is below, strictly; T has
two decimals. A bet may have ${rules.min_winning_rolls} to ${rules.max_winning_rolls} winning rolls. With c winning rolls the multiplier is exactly ${rules.multiplier_numerator}/c, so that every bet returns ${rtpPercentOf(rules)} % in the long
run: c/${rules.rolls} × ${rules.multiplier_numerator}/c = ${rtpPercentOf(rules) / 100}. The payout is rounded down to a millionth of the currency's unit.

${table(["bet", "chance", "multiplier", "shown"], [1, 10, 100, 500, 1000, 2500, 4950, 5000, 7500, 9000, 9500, 9800].map(oddsRow))}

## Return of every bet, computed exactly
All ${bets.length} bets (each direction and target) at the smallest stake of each currency, where rounding matters most. Rounding costs less than one millionth per win.

${table(["smallest stake", "largest stake", "lowest return of any bet", "highest"], currencyCodes.map(stakeRow))}

## The roll
\`HMAC-SHA256(key = server seed, message = "fairhouse-1:dice:{client seed}:{nonce}:0")\`; its first eight bytes are a whole number u; the roll is
\`(u × 10000) >> 64\` hundredths. (In ${(1n << 64n) % rolls} of 2^64 cases the word is skipped and the next one used, which makes all rolls exactly equally likely.) See [the description](README.md).

${versionsText(diceRules)} Golden rounds: [vectors.json](../../modules/games/dice/shared/vectors.json).
`;
}
