import type { WordStream } from "#kit/fair/stream.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Draw } from "#modules/fairness/server/index.ts";
import { drawNumbers, hitsOf, type KenoBet, type KenoRules, payoutAt } from "../shared/rules.ts";

/** Draws once from the stream of the bet's nonce: the outcome stored with the bet, and its payout. */
export function drawFor(rules: KenoRules, bet: KenoBet, stake: Micros, stream: WordStream): Draw {
  const drawn = drawNumbers(rules, stream);
  return { outcome: { drawn, hits: hitsOf(bet.picks, drawn) }, payout: payoutAt(rules, bet, stake, drawn) };
}
