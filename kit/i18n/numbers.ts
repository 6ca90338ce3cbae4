import { type Language, languageData } from "./locale.ts";

/** What separates whole units from their parts where people type and read. */
export function decimalMark(language: Language): "." | "," {
  return languageData(language).decimal;
}

/** A decimal text of our own in the notation of a language ("12.47", "12,47"). */
export function showDecimal(decimal: string, language: Language): string {
  return decimal.replace(".", decimalMark(language));
}

/** A whole number with groups: 4,218,907. */
export function showCount(value: number, language: Language): string {
  return new Intl.NumberFormat(languageData(language).intl.counts).format(value).replace(/[\u202f\s]/g, "\u00a0");
}

/** The digits of a whole number, in groups of three. */
export function groupDigits(digits: string, language: Language): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, languageData(language).group);
}

/** A percentage's decimal text with its sign ("96.20%", "96,20%"). */
export function showPercent(decimal: string, language: Language): string {
  return `${showDecimal(decimal, language)}%`;
}

/** A multiplier's decimal text with × ("12.47×", "12,47×"). */
export function showMultiplier(decimal: string, language: Language): string {
  return `${showDecimal(decimal, language)}×`;
}

/** A share as a percentage, without a space as in {@link showPercent}. One that rounds to zero has no sign; a sign is U+2212. Display only, so it may be a float. */
export function showShare(share: number, language: Language, options: Intl.NumberFormatOptions = {}): string {
  const { maximumFractionDigits: most = 2 } = options;
  // A smaller maximum alone would be below the minimum, which Intl refuses.
  const least = Math.min(2, most);
  const format = { style: "percent", minimumFractionDigits: least, maximumFractionDigits: most, ...options } as const;
  return new Intl.NumberFormat(languageData(language).intl.counts, { signDisplay: "negative", ...format })
    .format(share)
    .replace("-", "\u2212")
    .replace(/\s%/, "%");
}
