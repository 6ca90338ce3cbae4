import { parseHundredths } from "#kit/std/hundredths.ts";
import { isPlayable, type LimboRules } from "./rules.ts";

/** The target of a stored choice, in hundredths; undefined when no such bet can be placed under these rules. */
export function storedTarget(rules: LimboRules, choice: unknown): number | undefined {
  const { target } = (choice ?? {}) as { readonly target?: unknown };
  const hundredths = typeof target === "string" ? parseHundredths(target) : undefined;
  return hundredths !== undefined && isPlayable(rules, hundredths) ? hundredths : undefined;
}
