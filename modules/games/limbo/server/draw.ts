import type { WordStream } from "#kit/fair/stream.ts";
import type { Micros } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { Draw } from "#modules/fairness/server/index.ts";
import { drawResult, type LimboRules, payoutAt } from "../shared/rules.ts";

/** Draws the result from the stream of the bet's nonce: the outcome stored with the bet, and its payout. */
export function drawFor(rules: LimboRules, target: number, stake: Micros, stream: WordStream): Draw {
  const result = drawResult(rules, stream);
  return { outcome: { result: formatHundredths(result) }, payout: payoutAt(target, stake, result) };
}
