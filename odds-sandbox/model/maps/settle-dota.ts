import { specValues } from "../../shared/markets.ts";
import type { Result } from "../chances.ts";
import type { Line, Results } from "../events/rules.ts";
import { handicapResult, outcomesOf, resultsOf, totalResult } from "../score-results.ts";
import type { DotaFacts } from "./dota-facts.ts";
import { mapScores, seriesResult, sumOf } from "./series.ts";

/** What the facts decide about a market; undefined while an outcome of it is open. */
export function settleDota(line: Line, facts: DotaFacts): Results | undefined {
  return resultsOf(
    line.id === "map_score" ? mapScores : outcomesOf(line),
    outcome => decide(line, outcome, facts),
    facts.phase === "abandoned",
  );
}

function decide(line: Line, outcome: string, facts: DotaFacts): Result | undefined {
  const spec = specValues(line.spec);
  if (!spec.has("map")) return seriesResult(line, outcome, facts.won);
  const map = Number(spec.get("map"));
  const winner = facts.winners[map - 1];
  const kills = facts.maps[map - 1] ?? [0, 0];
  const total = Number(spec.get("total"));
  switch (line.id) {
    case "map_kills_total":
      return totalResult(sumOf(kills), total, outcome, winner !== undefined);
    case "map_minutes_total":
      return totalResult(Math.ceil((facts.lengths[map - 1] ?? 0) / 60), total, outcome, winner !== undefined);
    case "map_kills_hcp":
      return winner && handicapResult(kills, Number(spec.get("hcp")), outcome);
    default:
      return winner && (winner === outcome ? "win" : "lose");
  }
}
