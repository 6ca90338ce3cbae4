import type { Currency } from "#kit/money/currency.ts";
import { invariant } from "#kit/std/invariant.ts";

/** What the feed prices beside the currencies of the house. */
export const coinCodes = ["USDT", "ETH"] as const;
export type CoinCode = (typeof coinCodes)[number];
export type Priced = Currency | CoinCode;

/** Price of one unit in US dollars, 18 decimals behind the point. */
export type Price = bigint;

const scale = 10n ** 18n;
/** Digits a rate is written down with: what is computed from the text again is the same to the last micro-unit. */
const digits = 12;

/** How many units of one thing a unit of another is worth. */
export interface Rate {
  /** Decimal, at most 12 significant digits: what is recorded, and what every sum is computed from. */
  readonly text: string;
  /** The same, 18 decimals behind the point. */
  readonly scaled: bigint;
}

/** Reads a positive decimal; undefined for anything else, and for what is below a price of 1e-12 or above 1e12. */
export function parsePrice(text: string): Price | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text);
  if (!match) return undefined;
  const price = BigInt(match[1] ?? "0") * scale + BigInt((match[2] ?? "").padEnd(18, "0"));
  return price >= scale / 10n ** 12n ? price : undefined;
}

/** `from / to`, cut to 12 significant digits: never more than it is. */
export function rateOf(from: Price, to: Price): Rate {
  const exact = (from * scale) / to;
  const surplus = exact.toString().length - digits;
  const scaled = surplus > 0 ? exact - (exact % 10n ** BigInt(surplus)) : exact;
  invariant(scaled > 0n, "a rate of nothing");
  return { text: decimal(scaled), scaled };
}

/** A rate that was recorded. */
export function readRate(text: string): Rate {
  const scaled = parsePrice(text);
  invariant(scaled !== undefined, "not a recorded rate");
  return { text, scaled };
}

/** `floor(amount * rate)`: an amount of the one in the other, both in their own smallest units of the same number of decimals. */
export function exchanged(amount: bigint, { scaled }: Pick<Rate, "scaled">): bigint {
  return (amount * scaled) / scale;
}

function decimal(scaled: bigint): string {
  const fraction = (scaled % scale).toString().padStart(18, "0").replace(/0+$/, "");
  return `${scaled / scale}${fraction === "" ? "" : `.${fraction}`}`;
}
