import { invariant } from "#kit/std/invariant.ts";

/**
 * A multiplier of `numerator / denominator` for display: four decimals, truncated, never rounded up, without trailing zeros beyond the
 * second. For a payout over a stake of whole minor units the four decimals are those of the exact multiplier.
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
