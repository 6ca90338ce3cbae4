import { type Currency, currencies } from "../money/currency.ts";
import type { Locale } from "./locale.ts";

const nbsp = "\u00a0";
const minus = "\u2212";

/**
 * How amounts read: our own few lines and not Intl, so that server and browser always print the same and no narrow
 * space closes up in the display face. Amounts are decimal strings of the wire and are cut, never rounded.
 */

/** `1 248,50` or `1,248.50`; rupees are grouped the Indian way in every language. `digits` after the point, cut. */
export function formatDecimal(amount: string, locale: Locale, digits: number, grouping: "three" | "indian" = "three") {
  const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(amount) ?? [];
  const separator = locale === "en" ? "," : nbsp;
  const pattern = grouping === "indian" ? /\B(?=(\d\d)+\d$)(?=\d{3})/g : /\B(?=(\d{3})+$)/g;
  const grouped = whole.replace(pattern, separator);
  const places = fraction.slice(0, digits).padEnd(digits, "0");
  const point = locale === "en" ? "." : ",";
  return `${sign && minus}${grouped}${digits > 0 ? point + places : ""}`;
}

export interface MoneyStyle {
  /** `short` leaves whole amounts without decimals: stakes, limits, prizes. `full` is for balances and bets. */
  readonly style?: "full" | "short";
  /** A plus before a positive amount. */
  readonly plus?: boolean;
  /** Without the currency's sign, for columns that name the currency. */
  readonly bare?: boolean;
}

/** An amount with the sign of its currency where the language puts it: `₽12,480.50`, `12 480,50 ₽`. */
export function formatMoney(amount: string, currency: Currency, locale: Locale, how: MoneyStyle = {}): string {
  const whole = !/\.\d*[1-9]/.test(amount.replace(/(\.\d\d)\d*$/, "$1"));
  const digits = whole && (how.style === "short" || currency === "KZT") ? 0 : 2;
  const negative = amount.startsWith("-");
  const text = formatDecimal(
    negative ? amount.slice(1) : amount,
    locale,
    digits,
    currency === "INR" ? "indian" : "three",
  );
  const sign = negative ? minus : how.plus && /[1-9]/.test(amount) ? "+" : "";
  if (how.bare) return sign + text;
  const symbol = currencies[currency].sign;
  return locale === "en" ? `${sign}${symbol}${text}` : `${sign}${text}${nbsp}${symbol}`;
}

/** Limits beside a label: `1 – 10 000 ₽`, `$0.01 – $500`. */
export function formatRange(min: string, max: string, currency: Currency, locale: Locale): string {
  const low = formatMoney(min, currency, locale, { style: "short", bare: locale !== "en" });
  return `${low}${nbsp}–${nbsp}${formatMoney(max, currency, locale, { style: "short" })}`;
}

/** `12.47×`; two decimals unless it has more worth showing (dice has four). */
export function formatMultiplier(multiplier: string, locale: Locale, digits = 2): string {
  return `${formatDecimal(multiplier, locale, digits)}×`;
}

/** `4 218 906` for rounds and counters. */
export function formatCount(count: number | bigint, locale: Locale): string {
  return formatDecimal(`${count}`, locale, 0);
}

/** `mm:ss` under an hour, `hh:mm:ss` above, days before that. Seconds are whole and not negative. */
export function formatCountdown(seconds: number): string {
  const two = (value: number) => `${value}`.padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return h > 0 ? `${two(h)}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`;
}

/** A hash in little room: `9f27c4e1b80a…6d13ee`. */
export function shortHash(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 12)}…${hash.slice(-6)}` : hash;
}

const quick: Readonly<Record<Currency, readonly string[]>> = {
  RUB: ["100", "500", "1000", "5000"],
  KZT: ["500", "2500", "5000", "25000"],
  USD: ["1", "5", "25", "100"],
  EUR: ["1", "5", "25", "100"],
  INR: ["100", "250", "1000", "5000"],
};

/** The four quick sums of a currency, without those outside the limits. */
export function quickAmounts(currency: Currency, min: string, max: string): readonly string[] {
  return quick[currency].filter(sum => Number(sum) >= Number(min) && Number(sum) <= Number(max));
}
