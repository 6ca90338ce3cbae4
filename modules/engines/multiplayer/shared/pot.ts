import { type Micros, micros, type Ratio } from "#kit/money/amount.ts";

/** The winner's share of a pot between players, in percent. */
export interface PotRules {
  readonly payout_percent: number;
}

/** What the winner of a pot between players gets, cut to a micro-unit. */
export function potPayout({ payout_percent: percent }: PotRules, pot: bigint): Micros {
  return micros((pot * BigInt(percent)) / 100n);
}

/** What a stake in a pot returns on average, exactly. */
export const returnedOfPot = ({ payout_percent: percent }: PotRules): Ratio => {
  return { numerator: BigInt(percent), denominator: 100n };
};

/** The largest pot whose payout stays within the cap. */
export function largestPot({ payout_percent: percent }: PotRules, cap: bigint): Micros {
  return micros(((cap + 1n) * 100n - 1n) / BigInt(percent));
}
