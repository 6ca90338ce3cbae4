import { microsPerMinor } from "#kit/money/amount.ts";
import { invariant } from "#kit/std/invariant.ts";

/** Sums of money in US dollars are micro-units with this many decimals: as many as prices have. */
const places = 18;
const scale = 10n ** BigInt(places);

/** Reads PostgreSQL's text of a numeric with at most 18 decimals, in units of the last of them. */
export function readDecimal(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  invariant(match, `not a decimal: ${text.slice(0, 40)}`);
  const [, sign, whole = "0", fraction = ""] = match;
  invariant(
    fraction.length <= places || /^0*$/.test(fraction.slice(places)),
    "a sum has more decimals than prices have",
  );
  const value = BigInt(whole) * scale + BigInt(fraction.slice(0, places).padEnd(places, "0"));
  return sign ? -value : value;
}

export function writeDecimal(value: bigint): string {
  const abs = value < 0n ? -value : value;
  const fraction = (abs % scale).toString().padStart(places, "0").replace(/0+$/, "");
  return `${value < 0n ? "-" : ""}${abs / scale}${fraction ? `.${fraction}` : ""}`;
}

/** Dollars in a currency of this price, rounded down to a minor unit: to be shown, not to be compared. */
export function fromDollars(dollars: bigint, price: bigint): bigint {
  const minor = dollars / price / microsPerMinor;
  return minor * microsPerMinor;
}
