import { currencyCodes } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { versionsText } from "#modules/fairness/testing/rules-text.ts";
import { limboLimits } from "../shared/limits.ts";
import { drawsOf, limboRules, payoutAt, winningDraws } from "../shared/rules.ts";

const { current: rules } = limboRules;
const draws = drawsOf(rules);
const { min_target: lowest, max_target: highest } = rules;
const examples = [101, 110, 150, 200, 300, 500, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, highest];

function oddsRow(target: number): string[] {
  const winning = winningDraws(rules, target);
  return [
    `${formatHundredths(target)}x`,
    String(winning),
    percent(winning, draws, 6),
    percent(winning * BigInt(target), 100n * draws, 9),
  ];
}

/** What all targets from the lowest on return at the smallest stake, as it is paid: the least and the most. */
function stakeRow(currency: (typeof currencyCodes)[number]): string[] {
  const { min, max } = limboLimits[currency];
  const targets = [...Array.from({ length: 100_000 - lowest }, (_, index) => lowest + index), ...examples];
  const returned = targets.map(target => winningDraws(rules, target) * payoutAt(target, min, target));
  const least = returned.reduce((a, b) => (a < b ? a : b));
  const most = returned.reduce((a, b) => (a > b ? a : b));
  return [money(min, currency), money(max, currency), percent(least, draws * min, 9), percent(most, draws * min, 9)];
}

/** docs/games/limbo.md: every figure in it is computed from the rules that settle bets. */
export function oddsPage(): string {
  return `# Limbo

*Printed from the rules that settle bets; a test checks that it is up to date.*

A bet names a target multiplier, ${formatHundredths(lowest)} to ${formatHundredths(highest)} with two decimals. One multiplier is drawn, 1.00 to ${formatHundredths(highest)}; at or above the target, the bet pays exactly
the target; below it, nothing. X is one of 2^${rules.bits} equally likely numbers; the multiplier is \`min(${highest}, max(100, floor(${rules.rtp_percent} × 2^${rules.bits} / (2^${rules.bits} − X))))\` hundredths, in whole numbers.
A target of T hundredths is reached by \`floor(${rules.rtp_percent} × 2^${rules.bits} / T)\` of all X, so every target returns ${rules.rtp_percent} % (less at most T × 2^-${rules.bits} hundredths).

${table(["target", `draws of 2^${rules.bits} that reach it`, "chance", "returns"], examples.map(oddsRow))}

## Return of actual payouts
Stakes are whole hundredths of the currency's unit and targets whole hundredths, so no payout is rounded. The figures below are for all targets up to 1,000.00 and those in the table above, at the smallest stake.

${table(["smallest stake", "largest stake", "lowest return", "highest"], currencyCodes.map(stakeRow))}

A bet whose payout would exceed the win cap is rejected, and the error includes the largest stake that is allowed.

## The draw
\`HMAC-SHA256(key = server seed, message = "fairhouse-1:limbo:{client seed}:{nonce}:0")\`; its first eight bytes are a whole number u; X is \`(u × 2^${rules.bits}) >> 64\`, which is u without its lowest 12 bits. No word is ever skipped,
because 2^${rules.bits} divides 2^64. See [the description](README.md).

${versionsText(limboRules)} Golden rounds: [vectors.json](../../modules/games/limbo/shared/vectors.json).
`;
}
