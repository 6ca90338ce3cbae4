import { parseHundredths } from "#kit/std/hundredths.ts";
import { type DiceBet, type DiceRules, isPlayable } from "./rules.ts";

/** The bet of a stored choice, its target as text; undefined when no such bet can be placed under these rules. */
export function storedBet(rules: DiceRules, choice: unknown): DiceBet | undefined {
  const { direction, target } = (choice ?? {}) as { readonly direction?: unknown; readonly target?: unknown };
  if ((direction !== "over" && direction !== "under") || typeof target !== "string") return undefined;
  const hundredths = parseHundredths(target);
  if (hundredths === undefined) return undefined;
  const bet: DiceBet = { direction, target: hundredths };
  return isPlayable(rules, bet) ? bet : undefined;
}
