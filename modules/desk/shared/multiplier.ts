import { invariant } from "#kit/std/invariant.ts";

/**
 * A multiplier of `numerator / denominator` for people: four decimals, cut and never rounded up, trailing zeros beyond the second
 * left out. Of a payout over a stake of whole minor units the four decimals are those of the exact multiplier.
 */
export function multiplierText(numerator: bigint, denominator: bigint): string {
  invariant(numerator >= 0n && denominator > 0n, "a multiplier is not negative");
  const tenThousandths = (numerator * 10_000n) / denominator;
  const fraction = (tenThousandths % 10_000n)
    .toString()
    .padStart(4, "0")
    .replace(/0{1,2}$/, "");
  return `${tenThousandths / 10_000n}.${fraction}`;
}

/** Hundredths as they travel: 299 is "2.99". */
export function hundredthsText(hundredths: number): string {
  invariant(Number.isSafeInteger(hundredths) && hundredths >= 0, "hundredths are whole");
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
}

/** Reads what {@link hundredthsText} or a checked field wrote: "2.99" is 299. */
export function parseHundredths(text: string): number {
  invariant(/^\d{1,13}\.\d{2}$/.test(text), "not a number with two decimals");
  return Number(text.replace(".", ""));
}
