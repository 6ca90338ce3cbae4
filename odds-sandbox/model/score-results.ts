import { lineResult, otherSide, type Result } from "./chances.ts";
import type { Results } from "./events/rules.ts";

type Score = readonly [home: number, away: number];

/** Results of markets that compare a score with a line, whatever the sport counts. */

export function outcomesOf({ id }: { readonly id: string }): readonly string[] {
  if (id.endsWith("1x2")) return ["home", "draw", "away"];
  if (id === "both_score") return ["yes", "no"];
  if (id === "next_goal") return ["home", "none", "away"];
  return id.endsWith("total") ? ["over", "under"] : ["home", "away"];
}

/** What is decided of a market; undefined while an outcome of it is open. Of a match that was broken off the rest is refunded. */
export function resultsOf(
  outcomes: readonly string[],
  decide: (outcome: string) => Result | undefined,
  isBrokenOff: boolean,
): Results | undefined {
  const found: (readonly [string, Result])[] = [];
  for (const outcome of outcomes) {
    const result = decide(outcome) ?? (isBrokenOff ? "refund" : undefined);
    if (!result) return undefined;
    found.push([outcome, result]);
  }
  return found;
}

export const winnerResult = ([home, away]: Score, outcome: string): Result =>
  (home > away ? "home" : away > home ? "away" : "draw") === outcome ? "win" : "lose";

export function handicapResult([home, away]: Score, hcp: number, outcome: string): Result {
  const result = lineResult(home - away, -4 * hcp);
  return outcome === "home" ? result : otherSide(result);
}

/** Counts only rise, so a line that is passed is decided. */
export function totalResult(count: number, total: number, outcome: string, done: boolean): Result | undefined {
  const result = lineResult(count, 4 * total);
  if (!done && result !== "win") return undefined;
  return outcome === "over" ? result : otherSide(result);
}
