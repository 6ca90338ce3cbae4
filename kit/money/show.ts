import { formatAmount, microsPerMinor } from "./amount.ts";
import { type Currency, currencies } from "./currency.ts";

/** Language of numbers on screens (BCP 47 primary tag). */
export type NumberLanguage = "en" | "ru" | "kk";

export interface ShowMoney {
  /** Stakes and prizes: no decimals on whole amounts of RUB, KZT and INR. */
  readonly brief?: boolean;
  /** "+" before a gain and U+2212 before a loss. */
  readonly signed?: boolean;
}

const locales: Record<NumberLanguage, string> = { en: "en-US", ru: "ru-RU", kk: "kk-KZ" };
const formats = new Map<string, Intl.NumberFormat>();

/** Indian grouping for rupees in every language. */
function formatOf(language: NumberLanguage, currency: Currency, digits: number): Intl.NumberFormat {
  const locale = currency === "INR" ? (language === "en" ? "en-IN" : "hi-IN-u-nu-latn") : locales[language];
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
 * Money for people: cut to the currency's minor unit, never rounded up; sign and number never break apart. The amount goes
 * through no float.
 */
export function showMoney(
  micros: bigint,
  currency: Currency,
  language: NumberLanguage,
  options: ShowMoney = {},
): string {
  const abs = micros < 0n ? -micros : micros;
  const cut = abs - (abs % microsPerMinor);
  const digits = digitsShown(cut, currency, options.brief ?? false);
  const sign = cut === 0n ? "" : micros < 0n ? "\u2212" : options.signed ? "+" : "";
  const number = showDecimal(formatAmount(cut), digits, currency, language);
  const mark = currencies[currency].sign;
  return language === "en" ? `${sign}${mark}${number}` : `${sign}${number}\u00a0${mark}`;
}

/** Money for people, with all its digits where it is not whole minor units. */
export function showMoneyExactly(micros: bigint, currency: Currency, language: NumberLanguage): string {
  if (micros % microsPerMinor === 0n) return showMoney(micros, currency, language);
  const { sign } = currencies[currency];
  const number = showCoins(formatAmount(micros), language);
  return language === "en" ? `${sign}${number}` : `${number}\u00a0${sign}`;
}

function showDecimal(text: string, digits: number, currency: Currency, language: NumberLanguage): string {
  const parts = formatOf(language, currency, digits).formatToParts(text as Intl.StringNumericLiteral);
  return parts
    .map(part => {
      if (part.type === "group") return language === "en" ? "," : "\u00a0";
      if (part.type === "decimal") return language === "en" ? "." : ",";
      return part.value;
    })
    .join("");
}

/** A whole number with groups: 4,218,907. */
export function showCount(value: number, language: NumberLanguage): string {
  // Not every browser knows the Kazakh way, which is the Russian one.
  const locale = language === "en" ? locales.en : locales.ru;
  return new Intl.NumberFormat(locale).format(value).replace(/[\u202f\s]/g, "\u00a0");
}

/** What separates whole units from their parts where people type and read. */
export function decimalMark(language: NumberLanguage): "." | "," {
  return language === "en" ? "." : ",";
}

/** A percentage's decimal text with its sign ("96.20%", "96,20%"). */
export function showPercent(decimal: string, language: NumberLanguage): string {
  return `${language === "en" ? decimal : decimal.replace(".", ",")}%`;
}

/** A multiplier's decimal text with × ("12.47×", "12,47×"). */
export function showMultiplier(decimal: string, language: NumberLanguage): string {
  return `${language === "en" ? decimal : decimal.replace(".", ",")}×`;
}

/** An amount of a coin, as our own code writes it: all its digits, groups and the point or comma of the language. */
export function showCoins(text: string, language: NumberLanguage): string {
  const [whole = "", fraction] = text.split(".");
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, language === "en" ? "," : "\u00a0");
  return fraction === undefined ? groups : `${groups}${language === "en" ? "." : ","}${fraction}`;
}
