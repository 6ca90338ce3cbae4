import type { BenchSuite } from "./bench-suite.ts";
import { benchPayouts } from "./betting/arithmetic.ts";
import { benchCashOuts, benchProvider } from "./betting/pricing.ts";

/** The sportsbook's arithmetic, each figure beside its baseline in the same run. */
export const benchBetting: BenchSuite = async ({ seconds }) => {
  const part = Math.max(seconds / 6, 0.5);
  return [...benchPayouts(part), ...benchCashOuts(part), benchProvider(part)];
};
