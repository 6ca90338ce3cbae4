import type { Currency } from "#kit/money/currency.ts";
import { invariant } from "#kit/std/invariant.ts";

/** What the feed prices in addition to our currencies. */
export const coinCodes = ["USDT", "ETH"] as const;
export type CoinCode = (typeof coinCodes)[number];
export type Priced = Currency | CoinCode;

/** Price of one unit in US dollars, 18 decimals. */
export type Price = bigint;

const scale = 10n ** 18n;
/** Significant digits of a recorded rate: computing from the text gives the same result to the last micro-unit. */
const digits = 12;

/** The price of one unit of one asset in another. */
export interface Rate {
  /** Decimal, at most 12 significant digits: what is recorded, and what every sum is computed from. */
  readonly text: string;
  /** The rate in units of 10^-18. */
  readonly scaled: bigint;
}

/** Parses a positive decimal; undefined for anything else, and for a price below 1e-12 or above 1e12. */
export function parsePrice(text: string): Price | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text);
  if (!match) return undefined;
  const price = BigInt(match[1] ?? "0") * scale + BigInt((match[2] ?? "").padEnd(18, "0"));
  return price >= scale / 10n ** 12n ? price : undefined;
}

/** `from / to`, cut to 12 significant digits: never above the exact quotient. */
export function rateOf(from: Price, to: Price): Rate {
  const exact = (from * scale) / to;
  const surplus = exact.toString().length - digits;
  const scaled = surplus > 0 ? exact - (exact % 10n ** BigInt(surplus)) : exact;
  invariant(scaled > 0n, "a rate of nothing");
  return { text: decimal(scaled), scaled };
}

/** Reads a recorded rate. */
export function readRate(text: string): Rate {
  const scaled = parsePrice(text);
  invariant(scaled !== undefined, "not a recorded rate");
  return { text, scaled };
}

/** `floor(amount * rate)`: both amounts in smallest units with the same number of decimals. */
export function exchanged(amount: bigint, { scaled }: Pick<Rate, "scaled">): bigint {
  return (amount * scaled) / scale;
}

function decimal(scaled: bigint): string {
  const fraction = (scaled % scale).toString().padStart(18, "0").replace(/0+$/, "");
  return `${scaled / scale}${fraction === "" ? "" : `.${fraction}`}`;
}
