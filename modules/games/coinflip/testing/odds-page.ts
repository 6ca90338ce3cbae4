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

*Printed from the rules that settle bets; a test checks that it is up to date.*

**One flip.** The player calls heads or tails; both are equally likely. A correct call pays ${(2 * rules.rtp_percent) / 100} times the stake.

**Ladder.** The player calls a side before each of up to ${mostFlips} flips. After n correct calls the ladder pays ${rules.rtp_percent / 100} × 2^n times the stake. It can be cashed out after the first correct call; a wrong call ends it with no payout. It is cashed out
automatically after the ${mostFlips}th correct call, or after the last one within the win cap: a flip that could exceed the cap is not offered, and payouts are never reduced. A player can leave an open ladder; after 24 hours without a flip it
is cashed out, or the stake is refunded if there was no correct call. A ladder is one bet with one nonce, however many flips it has.

## Multipliers and chances
${table(["correct calls", "chance", "multiplier"], flips.map(ladderRow))}

## Return, computed exactly
One of the 2^n equally likely sequences of n flips pays. The figures are for actual payouts in micro-units at the smallest stake of each currency, for every n from 1 to ${mostFlips}: the return is the same wherever a player decides to stop.

${table(["smallest stake", "largest stake", "return"], currencyCodes.map(stakeRow))}

## The draw
Each flip takes a draw below 2 from the stream \`fairhouse-1:coinflip:{client seed}:{nonce}:{block}\`: 0 is heads, 1 is tails. The n-th flip of a ladder is the n-th draw. See [the description](README.md).

${versionsText(coinflipRules)} Golden rounds: [vectors.json](../../modules/games/coinflip/shared/vectors.json).
`;
}
