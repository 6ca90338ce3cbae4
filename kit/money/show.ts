import { type Language, languageData } from "#kit/i18n/locale.ts";
import { groupDigits, showDecimal } from "#kit/i18n/numbers.ts";
import { formatAmount, microsPerMinor } from "./amount.ts";
import { type Currency, currencies } from "./currency.ts";

export interface ShowMoney {
  /** Stakes and prizes: no decimals on whole amounts of RUB, KZT and INR. */
  readonly brief?: boolean;
  /** "+" before a gain and U+2212 before a loss. */
  readonly signed?: boolean;
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: Language, currency: Currency, digits: number): Intl.NumberFormat {
  const { intl } = languageData(language);
  const locale = currency === "INR" ? intl.rupees : intl.money;
  const key = `${locale}:${digits}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(key, format);
  return format;
}

function digitsShown(micros: bigint, currency: Currency, brief: boolean): number {
  const whole = micros % 1_000_000n === 0n;
  if (currency === "KZT") return whole ? 0 : 2;
  return brief && whole && (currency === "RUB" || currency === "INR") ? 0 : currencies[currency].minorDigits;
}

/**
 * Money as text: cut to the currency's minor unit, never rounded up; sign and number never break apart. The amount goes
 * through no float.
 */
export function showMoney(micros: bigint, currency: Currency, language: Language, options: ShowMoney = {}): string {
  const abs = micros < 0n ? -micros : micros;
  const cut = abs - (abs % microsPerMinor);
  const digits = digitsShown(cut, currency, options.brief ?? false);
  const sign = cut === 0n ? "" : micros < 0n ? "\u2212" : options.signed ? "+" : "";
  return `${sign}${withMark(showNumber(formatAmount(cut), digits, currency, language), currency, language)}`;
}

/** Money as text, with all its digits where it is not whole minor units. */
export function showMoneyExactly(micros: bigint, currency: Currency, language: Language): string {
  if (micros % microsPerMinor === 0n) return showMoney(micros, currency, language);
  return withMark(showCoins(formatAmount(micros), language), currency, language);
}

/** A range of whole sums, with the currency's sign at its outer end: "$1.00 – 500.00", "1,00 – 500,00 $". */
export function showMoneyRange(min: bigint, max: bigint, currency: Currency, language: Language): string {
  const show = (amount: bigint) => showMoney(amount, currency, language, { brief: true });
  return languageData(language).sign === "before"
    ? `${show(min)} – ${plainNumber(show(max))}`
    : `${plainNumber(show(min))} – ${show(max)}`;
}

/** Shown money without the currency's sign. */
export function plainNumber(money: string): string {
  return money.replace(/[^\d.,\s]/g, "").trim();
}

function withMark(number: string, currency: Currency, language: Language): string {
  const mark = currencies[currency].sign;
  return languageData(language).sign === "before" ? `${mark}${number}` : `${number}\u00a0${mark}`;
}

function showNumber(text: string, digits: number, currency: Currency, language: Language): string {
  const { group, decimal } = languageData(language);
  const parts = formatOf(language, currency, digits).formatToParts(text as Intl.StringNumericLiteral);
  return parts
    .map(part => {
      if (part.type === "group") return group;
      if (part.type === "decimal") return decimal;
      return part.value;
    })
    .join("");
}

/** An amount of a coin in our own notation: all its digits, with the groups and the point or comma of the language. */
export function showCoins(text: string, language: Language): string {
  const [whole = "", fraction] = text.split(".");
  const groups = groupDigits(whole, language);
  return fraction === undefined ? groups : `${groups}${showDecimal(`.${fraction}`, language)}`;
}
