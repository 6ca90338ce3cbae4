import { invariant } from "#kit/std/invariant.ts";
import { specValues } from "../../shared/markets.ts";
import type { Result } from "../chances.ts";
import type { Line, Results } from "../events/rules.ts";
import { handicapResult, outcomesOf, resultsOf, totalResult, winnerResult } from "../score-results.ts";
import type { Goals } from "./hockey.ts";
import { type HockeyFacts, isRegularOver, regularScore, secondsIn, sum } from "./hockey-facts.ts";

/** What the facts decide about a market; undefined while an outcome of it is open. */
export function settleHockey(line: Line, facts: HockeyFacts): Results | undefined {
  return resultsOf(outcomesOf(line), outcome => decide(line, outcome, facts), facts.phase === "abandoned");
}

function decide(line: Line, outcome: string, facts: HockeyFacts): Result | undefined {
  const spec = specValues(line.spec);
  if (line.id === "winner") return facts.phase === "over" ? winnerResult(sum(facts.periods), outcome) : undefined;
  if (line.id === "next_goal") return nextGoal(Number(spec.get("goal")), outcome, facts);
  const { score, done } = counted(Number(spec.get("period") ?? 0), facts);
  if (line.id === "both_score") return bothScore(score, outcome, done);
  if (line.id.endsWith("1x2")) return done ? winnerResult(score, outcome) : undefined;
  if (line.id.endsWith("hcp")) return done ? handicapResult(score, Number(spec.get("hcp")), outcome) : undefined;
  if (line.id.endsWith("total")) return totalResult(score[0] + score[1], Number(spec.get("total")), outcome, done);
  invariant(false, `${line.id} is no market of ice hockey`);
}

/** The score that a market counts, and whether it is final: overtime decides the winner only. */
function counted(period: number, facts: HockeyFacts): { readonly score: Goals; readonly done: boolean } {
  if (period === 0) return { score: regularScore(facts), done: isRegularOver(facts) };
  const { periods, seconds } = facts;
  const isDone = periods.length > period || (periods.length === period && seconds >= secondsIn(period));
  return { score: periods[period - 1] ?? [0, 0], done: isDone };
}

function nextGoal(number: number, outcome: string, facts: HockeyFacts): Result | undefined {
  const side = facts.scorers[number - 1] ?? (isRegularOver(facts) ? "none" : undefined);
  return side && (side === outcome ? "win" : "lose");
}

function bothScore([home, away]: Goals, outcome: string, done: boolean): Result | undefined {
  const both = home > 0 && away > 0;
  if (!both && !done) return undefined;
  return both === (outcome === "yes") ? "win" : "lose";
}
