import { countOdds, type SpotOdds } from "../shared/odds.ts";
import { payoutOf } from "./rules.ts";
import { pockets, spots } from "./spots.ts";

/** Exact odds of every bet, over all pockets. */
export function odds(): readonly SpotOdds[] {
  const results = Array.from({ length: pockets }, (_, number) => ({ outcome: number, weight: 1n }));
  return countOdds(
    spots.map(({ id }) => id),
    results,
    (number, spot) => payoutOf(number, [{ spot, amount: 100n }]),
  );
}
