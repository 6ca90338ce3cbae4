import { invariant } from "#kit/std/invariant.ts";
import { specValues } from "../../shared/markets.ts";
import type { Result } from "../chances.ts";
import type { Line, Results } from "../events/rules.ts";
import { handicapResult, outcomesOf, resultsOf, totalResult, winnerResult } from "../score-results.ts";
import { type BasketballFacts, type Points, possessionsIn, sum } from "./basketball-facts.ts";

/** What the facts decide about a market; undefined while an outcome of it is open. */
export function settleBasketball(line: Line, facts: BasketballFacts): Results | undefined {
  return resultsOf(outcomesOf(line), outcome => decide(line, outcome, facts), facts.phase === "abandoned");
}

function decide(line: Line, outcome: string, facts: BasketballFacts): Result | undefined {
  const spec = specValues(line.spec);
  const { score, done } = counted(spec, facts);
  if (line.id === "race") return facts.first20 && (facts.first20 === outcome ? "win" : "lose");
  if (line.id === "winner" || line.id.endsWith("1x2")) return done ? winnerResult(score, outcome) : undefined;
  if (line.id.endsWith("hcp")) return done ? handicapResult(score, Number(spec.get("hcp")), outcome) : undefined;
  if (line.id.endsWith("total")) {
    const side = spec.get("side");
    const count = side === "home" ? score[0] : side === "away" ? score[1] : score[0] + score[1];
    return totalResult(count, Number(spec.get("total")), outcome, done);
  }
  invariant(false, `${line.id} is no market of basketball`);
}

/** The score a market counts, and whether it is final: overtime counts for the match, not for the last quarter. */
function counted(spec: ReadonlyMap<string, string>, facts: BasketballFacts): { score: Points; done: boolean } {
  const quarter = Number(spec.get("quarter") ?? 0);
  const half = Number(spec.get("half") ?? 0);
  if (quarter > 0) return { score: sum(facts.quarters.slice(quarter - 1, quarter)), done: isDone(facts, quarter) };
  if (half > 0) return { score: sum(facts.quarters.slice(2 * half - 2, 2 * half)), done: isDone(facts, 2 * half) };
  return { score: sum(facts.quarters), done: facts.phase === "over" };
}

function isDone({ quarters, played, phase }: BasketballFacts, quarter: number): boolean {
  if (quarters.length !== quarter) return quarters.length > quarter;
  return phase === "over" || played === possessionsIn(quarter);
}
