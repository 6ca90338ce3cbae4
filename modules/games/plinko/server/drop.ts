import type { WordStream } from "#kit/fair/stream.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Draw } from "#modules/fairness/server/index.ts";
import { drawPath, type PlinkoBet, type PlinkoRules, pathText, payoutAt, slotOf } from "../shared/rules.ts";

/** Drops one ball from the stream of the bet's nonce: the outcome stored with the bet, and its payout. */
export function dropFor(rules: PlinkoRules, bet: PlinkoBet, stake: Micros, stream: WordStream): Draw {
  const path = pathText(drawPath(stream, bet.rows), bet.rows);
  const slot = slotOf(path);
  return { outcome: { path, slot }, payout: payoutAt(rules, bet, stake, slot) };
}
