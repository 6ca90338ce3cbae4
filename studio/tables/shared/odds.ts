import type { Returns } from "./pay.ts";

/** Exact odds of a bet: sums over all results by their weights. */
export interface SpotOdds {
  readonly spot: string;
  /** Weight of the results that return more than the stake. */
  readonly wins: bigint;
  /** Hundredths of a stake, times weight. */
  readonly returned: bigint;
  /** Weight of all results. */
  readonly of: bigint;
}

export interface Weighted<Outcome> {
  readonly outcome: Outcome;
  readonly weight: bigint;
}

export function countOdds<Outcome>(
  spots: readonly string[],
  results: readonly Weighted<Outcome>[],
  returns: Returns<Outcome>,
): readonly SpotOdds[] {
  const of = results.reduce((sum, { weight }) => sum + weight, 0n);
  return spots.map(spot => {
    let [wins, returned] = [0n, 0n];
    for (const { outcome, weight } of results) {
      const each = returns(outcome, spot);
      returned += each * weight;
      if (each > 100n) wins += weight;
    }
    return { spot, wins, returned, of };
  });
}

/** Percent with four decimals, rounded to the nearest. */
export function percentOf(part: bigint, whole: bigint): string {
  const scaled = (part * 2_000_000n + whole) / (2n * whole);
  return `${scaled / 10_000n}.${String(scaled % 10_000n).padStart(4, "0")}`;
}

/** Of the stake, in percent. */
export const returnOf = ({ returned, of }: SpotOdds): string => percentOf(returned, 100n * of);
export const edgeOf = ({ returned, of }: SpotOdds): string => percentOf(100n * of - returned, 100n * of);
