import type { Placed } from "./placed.ts";

/** What a stake on a spot returns, itself included, in hundredths of it. */
export type Returns<Outcome> = (outcome: Outcome, spot: string) => bigint;

/** What a layout returns. Stakes are whole hundredths of a major unit, so nothing is rounded. */
export function payHundredths<Outcome>(returns: Returns<Outcome>, outcome: Outcome, layout: readonly Placed[]): bigint {
  return layout.reduce((sum, { spot, amount }) => sum + (amount * returns(outcome, spot)) / 100n, 0n);
}
