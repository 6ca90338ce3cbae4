import type { BetOdds } from "#modules/bets/shared/bet-odds.ts";
import type { Case } from "./rules.ts";

/** Possible total payouts of so many opened cases, as a multiple of their price: every combination of their prizes. */
export function oddsOf({ prizes }: Case, count: number): BetOdds {
  let sums = new Map<number, bigint>([[0, 1n]]);
  for (let opened = 0; opened < count; opened++) {
    const next = new Map<number, bigint>();
    for (const [sum, weight] of sums) {
      for (const { multiple, odds } of prizes)
        next.set(sum + multiple, (next.get(sum + multiple) ?? 0n) + weight * BigInt(odds));
    }
    sums = next;
  }
  const outcomes = [...sums].map(([sum, weight]) => ({
    weight,
    multiplier: { numerator: BigInt(sum), denominator: 100n * BigInt(count) },
  }));
  return { total: outcomes.reduce((all, { weight }) => all + weight, 0n), outcomes };
}
