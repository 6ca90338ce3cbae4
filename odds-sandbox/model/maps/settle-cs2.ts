import { specValues } from "../../shared/markets.ts";
import type { Result } from "../chances.ts";
import type { Line, Results } from "../events/rules.ts";
import { handicapResult, outcomesOf, resultsOf, totalResult, winnerResult } from "../score-results.ts";
import { isMapOver } from "./cs2-book.ts";
import type { Cs2Facts } from "./cs2-facts.ts";
import { mapScores, seriesResult, sumOf } from "./series.ts";

/** What the facts decide about a market; undefined while an outcome of it is open. */
export function settleCs2(line: Line, facts: Cs2Facts): Results | undefined {
  return resultsOf(
    line.id === "map_score" ? mapScores : outcomesOf(line),
    outcome => decide(line, outcome, facts),
    facts.phase === "abandoned",
  );
}

function decide(line: Line, outcome: string, facts: Cs2Facts): Result | undefined {
  const spec = specValues(line.spec);
  if (!spec.has("map")) return seriesResult(line, outcome, facts.won);
  const score = facts.maps[Number(spec.get("map")) - 1];
  const done = isMapOver(score);
  if (line.id === "map_rounds_total")
    return totalResult(sumOf(score ?? [0, 0]), Number(spec.get("total")), outcome, done);
  if (!score || !done) return undefined;
  return line.id === "map_winner"
    ? winnerResult(score, outcome)
    : handicapResult(score, Number(spec.get("hcp")), outcome);
}
