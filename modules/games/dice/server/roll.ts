import type { WordStream } from "#kit/fair/stream.ts";
import type { Micros } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { Draw } from "#modules/fairness/server/index.ts";
import { type DiceBet, drawRoll, payoutAt } from "../shared/rules.ts";

/** Rolls once from the stream of the bet's nonce: what is kept with the bet, and what it pays. */
export function rollFor(bet: DiceBet, stake: Micros, stream: WordStream): Draw {
  const roll = drawRoll(stream);
  return { outcome: { roll: formatHundredths(roll) }, payout: payoutAt(bet, stake, roll) };
}
