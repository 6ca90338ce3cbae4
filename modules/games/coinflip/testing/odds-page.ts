import { payoutOf } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { versionsText } from "#modules/fairness/testing/rules-text.ts";
import { coinflipLimits } from "../shared/limits.ts";
import { coinflipRules, multiplierAfter } from "../shared/rules.ts";

const { current: rules } = coinflipRules;
const { most_flips: mostFlips } = rules;
const flips = Array.from({ length: mostFlips }, (_, index) => index + 1);

/** Total return of all 2^n sequences of n flips: one of them pays. */
function returnOf(count: number, currency: (typeof currencyCodes)[number]): string {
  const stake = coinflipLimits[currency].min;
  return percent(payoutOf(stake, multiplierAfter(rules, count)), stake << BigInt(count), 4);
}

function ladderRow(count: number): string[] {
  const { numerator, denominator } = multiplierAfter(rules, count);
  return [String(count), `1 / ${2 ** count}`, `${multiplierText(numerator, denominator)}×`];
}

function stakeRow(currency: (typeof currencyCodes)[number]): string[] {
  const { min, max } = coinflipLimits[currency];
  const returns = new Set(flips.map(count => returnOf(count, currency)));
  return [money(min, currency), money(max, currency), [...returns].join(" to ")];
}

/** docs/games/coinflip.md: every figure in it is computed from the rules that settle bets. */
export function oddsPage(): string {
  return `# Coinflip

*Printed from the rules that settle bets; a test holds that it is up to date.*

**One flip.** The player calls heads or tails; both are equally likely. The right side pays ${(2 * rules.rtp_percent) / 100} times the stake.

**Ladder.** A side is called before each of up to ${mostFlips} flips. After n right ones the ladder pays ${rules.rtp_percent / 100} × 2^n of the stake, and can be cashed out from the first right one; a wrong one ends it with nothing. It pays
by itself at the ${mostFlips}th right flip, or at the last one whose payout is within the win cap: no prize is shortened, a flip that could pass the cap is not offered. A ladder waits for its player; after 24 hours without a flip it
is cashed out at its value, and refunded if no flip was right yet. It is one bet with one nonce, however many flips.

## Multipliers and chances
${table(["right flips", "chance", "multiplier"], flips.map(ladderRow))}

## Return, counted
Of the 2^n equally likely ways of n flips one pays. In micro-units as they are paid, at the smallest stake of each currency, for every n from 1 to ${mostFlips}: whenever a player means to stop, the return is the same.

${table(["smallest stake", "largest stake", "return"], currencyCodes.map(stakeRow))}

## The draw
Each flip takes a draw below 2 from the stream \`fairhouse-1:coinflip:{client seed}:{nonce}:{block}\`: 0 is heads, 1 is tails. The n-th flip of a ladder is the n-th draw. See [the description](README.md).

${versionsText(coinflipRules)} Golden rounds: [vectors.json](../../modules/games/coinflip/shared/vectors.json).
`;
}
