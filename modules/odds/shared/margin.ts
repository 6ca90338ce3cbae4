import { findKind } from "./market-kinds.ts";

/**
 * How far backing every outcome costs more than it returns, in hundredths of a percent: sum of 1/o over the number of winners, less one. Undefined where
 * the outcomes do not exclude each other or one has no price.
 */
export function marginOf(kind: string, prices: readonly (number | null)[]): number | undefined {
  const { winners, outcomes } = findKind(kind) ?? {};
  if (winners === undefined || outcomes === "players" || outcomes === "scores" || prices.length <= winners)
    return undefined;
  let sum = 0;
  for (const price of prices) {
    if (price === null) return undefined;
    sum += 1000 / price;
  }
  return Math.round((sum / winners - 1) * 10_000);
}
