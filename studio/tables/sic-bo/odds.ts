import { countOdds, type SpotOdds } from "../shared/odds.ts";
import { faces, returnsOf, sicBoSpots } from "./rules.ts";

/** All 216 results of three dice. */
export const allDice: readonly { readonly dice: readonly number[] }[] = faces.flatMap(a =>
  faces.flatMap(b => faces.map(c => ({ dice: [a, b, c] }))),
);

/** Exact odds of every bet. */
export function odds(): readonly SpotOdds[] {
  const results = allDice.map(outcome => ({ outcome, weight: 1n }));
  const spots = sicBoSpots.map(({ id }) => id);
  return countOdds(spots, results, returnsOf);
}
