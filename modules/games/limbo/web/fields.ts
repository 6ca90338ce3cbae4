import type { Language } from "#kit/i18n/locale.ts";
import { decimalMark, groupDigits } from "#kit/i18n/numbers.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { limboConfiguration } from "../shared/rules.ts";

/**
 * Target and chance are two views of one whole number: the target in hundredths. A multiplier's position on the ruler is logarithmic and
 * for display only: bets and payouts use the whole number.
 */
const { min_target: lowest, max_target: highest, rtp_percent: rtp } = limboConfiguration;
/** Percent in millionths: a target of T hundredths is reached in 9900 / T percent of all draws. */
const scaled = rtp * 100 * 1_000_000;

export const withinLimits = (target: number): number => Math.min(highest, Math.max(lowest, Math.floor(target)));

/** Chance of a target, in millionths of a percent, truncated. */
export const chanceOf = (target: number): number => Math.floor(scaled / target);

/** The highest target with at least this chance, in millionths of a percent. */
export const targetOfChance = (millionths: number): number =>
  withinLimits(millionths <= 0 ? highest : scaled / millionths);

/** How many decades the ruler has: 1x to 1,000,000x. */
export const decades = Math.log10(highest / 100);

/** The position of a multiplier on the ruler, 0 to 1. */
export const positionOf = (hundredths: number): number => Math.log10(Math.max(100, hundredths) / 100) / decades;

/** The target at a position on the ruler, rounded to two digits; 1.01 at the very left. */
export function targetAt(position: number): number {
  const exact = 100 * 10 ** (Math.min(1, Math.max(0, position)) * decades);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return withinLimits(Math.round(exact / step) * step);
}

/** One step up or down from a target, for the keys: of its second digit, or of its first. */
export function stepped(target: number, steps: number): number {
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(steps < 0 ? target - 1 : target)) - 1);
  const next = (Math.round(target / digit) + steps) * digit;
  return withinLimits(next);
}

/** A multiplier in hundredths, formatted in the given language: "1 250,00" in Russian. */
export function shownMultiplier(hundredths: number, language: Language): string {
  const [whole = "", cents = ""] = formatHundredths(hundredths).split(".");
  const grouped = whole.length > 4 ? groupDigits(whole, language) : whole;
  return `${grouped}${decimalMark(language)}${cents}`;
}

/** A chance, formatted in the given language with as many decimals as it needs. */
export function shownChance(millionths: number, language: Language): string {
  const digits = millionths >= 10_000_000 ? 2 : millionths >= 10_000 ? 4 : 6;
  const [whole = "", rest = ""] = (Math.max(1, millionths) / 1_000_000).toFixed(6).split(".");
  return `${whole}${decimalMark(language)}${rest.slice(0, 2)}${rest.slice(2, digits).replace(/0+$/, "")}`;
}

/** Parses a typed decimal as a whole number of the last of `digits` places; further places are truncated. */
export function readDecimal(text: string, digits: number): number | undefined {
  const bare = text.replace(/[\s×x%]/g, "");
  // A comma is a thousands separator if a point follows or, in a multiplier, before three digits; otherwise the decimal mark.
  const isGrouped = bare.includes(".") || (digits === 2 && /^\d{1,3}(,\d{3})+$/.test(bare));
  const plain = isGrouped ? bare.replaceAll(",", "") : bare;
  const match = /^(\d{0,9})(?:[.,](\d*))?$/.exec(plain);
  if (!match || (!match[1] && !match[2])) return undefined;
  return Number(`${match[1] || "0"}${(match[2] ?? "").slice(0, digits).padEnd(digits, "0")}`);
}
