import { countOdds, type SpotOdds } from "../shared/odds.ts";
import { returnsOf, segments, spots } from "./rules.ts";

/** Exact odds of every bet, over all segments. */
export function odds(): readonly SpotOdds[] {
  const results = segments.map((_, segment) => ({ outcome: { segment }, weight: 1n }));
  return countOdds(spots, results, returnsOf);
}
