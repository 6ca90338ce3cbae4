import type { Language } from "#kit/i18n/locale.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import type { DiceRules } from "../shared/rules.ts";
/**
 * The three fields of dice are exactly consistent because all of them are views of one whole number: how many of the 10,000 rolls win.
 * Targets, chances and multipliers are whole numbers too (hundredths, hundredths of a percent, 1/10,000).
 */
export type Direction = "over" | "under";

export interface Choice {
  readonly direction: Direction;
  /** Winning rolls, 1 to 9800. */
  readonly winning: number;
}

const withWinning = (rules: DiceRules, choice: Choice, winning: number): Choice => ({
  ...choice,
  winning: Math.min(rules.max_winning_rolls, Math.max(rules.min_winning_rolls, winning)),
});

/** Hundredths: 4999 is 49.99. */
export function targetOf(choice: Choice): number {
  return choice.direction === "over" ? 9999 - choice.winning : choice.winning;
}

export function withTarget(rules: DiceRules, choice: Choice, hundredths: number): Choice {
  return withWinning(rules, choice, choice.direction === "over" ? 9999 - hundredths : hundredths);
}

/** Hundredths of a percent; also the number of winning rolls. */
export function withChance(rules: DiceRules, choice: Choice, hundredths: number): Choice {
  return withWinning(rules, choice, hundredths);
}

/** In 1/10,000. */
const numeratorOf = (rules: DiceRules): number => rules.multiplier_numerator * 10_000;

/** Multiplier in 1/10,000, cut: 19800 is 1.9800. What is paid is the exact ratio. */
export function multiplierOf(rules: DiceRules, choice: Choice): number {
  return Math.floor(numeratorOf(rules) / choice.winning);
}

/** The best chance that still pays at least the requested multiplier. */
export function withMultiplier(rules: DiceRules, choice: Choice, tenThousandths: number): Choice {
  const winning = tenThousandths <= 0 ? rules.max_winning_rolls : Math.floor(numeratorOf(rules) / tenThousandths);
  return withWinning(rules, choice, winning);
}

/** The other side of the ruler with the same chance. */
export function swapped(choice: Choice): Choice {
  return { ...choice, direction: choice.direction === "over" ? "under" : "over" };
}

/** The handle on the ruler 0 to 100, in hundredths: where the winning side begins. */
export function handleOf(choice: Choice): number {
  return choice.direction === "over" ? 10_000 - choice.winning : choice.winning;
}

export function withHandle(rules: DiceRules, choice: Choice, hundredths: number): Choice {
  return withWinning(rules, choice, choice.direction === "over" ? 10_000 - hundredths : hundredths);
}

/** `digits` decimals of a whole number: (4999, 2) is "49.99". */
export function decimal(value: number, digits: number): string {
  const text = String(value).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The decimal in the given language: "49,99" in Russian and Kazakh. */
export function shownDecimal(value: number, digits: number, language: Language): string {
  return showDecimal(decimal(value, digits), language);
}

/** A roll in hundredths with all its four digits: 05.00. */
export function shownRoll(outcome: number, language: Language): string {
  return shownDecimal(outcome, 2, language).padStart(5, "0");
}

/** Parses a typed decimal as a whole number of the last of `digits` places; further places are truncated. */
export function readDecimal(text: string, digits: number): number | undefined {
  const match = /^(\d{0,7})(?:[.,](\d*))?$/.exec(text.replace(/[\s×x%]/g, ""));
  if (!match || (!match[1] && !match[2])) return undefined;
  return Number(`${match[1] || "0"}${(match[2] ?? "").slice(0, digits).padEnd(digits, "0")}`);
}

interface OwnRoll {
  readonly roll: string;
  readonly direction: Direction;
  readonly target: string;
  readonly payout: string;
}

/** A roll compared with its target, always a true statement: "50.00 > 49.99" won, "48.12 ≤ 49.99" did not. */
export function comparison({ roll, direction, target, payout }: OwnRoll, language: Language): string {
  const won = payout !== "0";
  const sign = direction === "over" ? (won ? ">" : "≤") : won ? "<" : "≥";
  const shown = (text: string) => showDecimal(text, language);
  return `${shown(roll)} ${sign} ${shown(target)}`;
}
