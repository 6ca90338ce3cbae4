import { type Micros, micros } from "#kit/money/amount.ts";

/** The winner's share of a pot between players, in percent. */
export const potPercent = 97;

/** The winner's payout from a pot between players: floor(pot * 97 / 100). The rest is the casino's. */
export function potPayout(pot: bigint): Micros {
  return micros((pot * BigInt(potPercent)) / 100n);
}

/** The largest pot whose payout is within the cap: floor(pot * 97 / 100) <= cap. */
export function largestPot(cap: bigint): Micros {
  return micros(((cap + 1n) * 100n - 1n) / BigInt(potPercent));
}
