import { type Micros, micros } from "#kit/money/amount.ts";

/** Of every hundred that players stake against each other, what the winner gets. */
export const potPercent = 97;

/** What the winner of a pot between players gets: floor(pot * 97 / 100). The rest is the house's. */
export function potPayout(pot: bigint): Micros {
  return micros((pot * BigInt(potPercent)) / 100n);
}

/** The largest pot whose payout stays within the cap: floor(pot * 97 / 100) <= cap. */
export function largestPot(cap: bigint): Micros {
  return micros(((cap + 1n) * 100n - 1n) / BigInt(potPercent));
}
