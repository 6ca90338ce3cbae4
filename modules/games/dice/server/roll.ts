import type { WordStream } from "#kit/fair/stream.ts";
import type { Micros } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { Draw } from "#modules/fairness/server/index.ts";
import { type DiceBet, type DiceRules, drawRoll, payoutAt } from "../shared/rules.ts";

/** Rolls once from the stream of the bet's nonce: the outcome stored with the bet, and its payout. */
export function rollFor(rules: DiceRules, bet: DiceBet, stake: Micros, stream: WordStream): Draw {
  const roll = drawRoll(rules, stream);
  return { outcome: { roll: formatHundredths(roll) }, payout: payoutAt(rules, bet, stake, roll) };
}
