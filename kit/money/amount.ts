import type { Brand } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";

/** An amount of one currency in micro-units (1e-6 of the major unit). Never a float, anywhere. */
export type Micros = Brand<bigint, "Micros">;

export const microsPerUnit = 1_000_000n;
/** One hundredth of the major unit: the smallest step of amounts in requests and payouts. */
export const microsPerMinor = 10_000n;

/** The grammar of an amount in a request: a JSON string of major units with at most two decimals. */
export const amountPattern = /^(0|[1-9][0-9]*)(\.[0-9]{1,2})?$/;
/** Digits before the point of the largest accepted amount: 999,999,999.99. Sums of many such amounts still fit in a bigint column. */
const mostWholeDigits = 9;

export function micros(value: bigint): Micros {
  return value as Micros;
}

/** Whether an amount that matches {@link amountPattern} is at most the largest accepted one. */
export function isWithinCeiling(text: string): boolean {
  return (text.split(".")[0] ?? "").length <= mostWholeDigits;
}

/** Reads a request's amount; undefined when it does not match {@link amountPattern} or is above the ceiling. */
export function parseAmount(text: string): Micros | undefined {
  return amountPattern.test(text) && isWithinCeiling(text) ? parseDecimal(text) : undefined;
}

/** Reads a non-negative decimal of up to six places from our own code. Throws InvariantError on anything else. */
export function parseDecimal(text: string): Micros {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text);
  invariant(match, `not a decimal: ${text.slice(0, 40)}`);
  const [, sign, whole = "0", fraction = ""] = match;
  const value = BigInt(whole) * microsPerUnit + BigInt(fraction.padEnd(6, "0"));
  return micros(sign ? -value : value);
}

/** Wire form: major units with as many decimals as the amount has ("12.5", "12.345678", "0"). */
export function formatAmount(value: bigint): string {
  const sign = value < 0n ? "-" : "";
  const abs = value < 0n ? -value : value;
  const fraction = (abs % microsPerUnit).toString().padStart(6, "0").replace(/0+$/, "");
  return `${sign}${abs / microsPerUnit}${fraction ? `.${fraction}` : ""}`;
}

/** An exact multiplier: `numerator / denominator`, both positive (numerator may be 0). */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** `floor(stake * ratio)` in micro-units. The remainder is Fairhouse's. */
export function payoutOf(stake: Micros, ratio: Ratio): Micros {
  invariant(stake >= 0n && ratio.numerator >= 0n && ratio.denominator > 0n, "payout of a negative amount");
  return micros((stake * ratio.numerator) / ratio.denominator);
}
