import { invariant } from "#kit/std/invariant.ts";
import { specValues } from "../../shared/markets.ts";
import type { Result } from "../chances.ts";
import type { Line, Results } from "../events/rules.ts";
import { handicapResult, outcomesOf, totalResult, winnerResult } from "../score-results.ts";
import { type Rounds, seriesEnds } from "./cs2.ts";
import { isMapOver, mapScores } from "./cs2-book.ts";
import type { Cs2Facts } from "./cs2-facts.ts";

/** What the facts decide about a market; undefined while an outcome of it is open. Of a match that was broken off the rest is refunded. */
export function settleCs2(line: Line, facts: Cs2Facts): Results | undefined {
  const found: (readonly [string, Result])[] = [];
  for (const outcome of line.id === "map_score" ? mapScores : outcomesOf(line)) {
    const result = decide(line, outcome, facts) ?? (facts.phase === "abandoned" ? "refund" : undefined);
    if (!result) return undefined;
    found.push([outcome, result]);
  }
  return found;
}

function decide(line: Line, outcome: string, facts: Cs2Facts): Result | undefined {
  const spec = specValues(line.spec);
  const [hcp, total] = [Number(spec.get("hcp")), Number(spec.get("total"))];
  if (spec.has("map")) {
    const score = facts.maps[Number(spec.get("map")) - 1];
    const done = isMapOver(score);
    if (line.id === "map_rounds_total") return totalResult(sumOf(score ?? [0, 0]), total, outcome, done);
    if (!score || !done) return undefined;
    return line.id === "map_winner" ? winnerResult(score, outcome) : handicapResult(score, hcp, outcome);
  }
  switch (line.id) {
    case "winner":
      return facts.phase === "over" ? winnerResult(facts.won, outcome) : undefined;
    case "map_score":
      return alike(facts, end => (end.join(":") === outcome ? "win" : "lose"));
    case "maps_total":
      return alike(facts, end => totalResult(sumOf(end), total, outcome, true));
    case "maps_hcp":
      return alike(facts, end => handicapResult(end, hcp, outcome));
    default:
      invariant(false, `${line.id} is no market of Counter-Strike`);
  }
}

const sumOf = ([home, away]: Rounds) => home + away;

/** What every end of the match decides, if they decide it alike. */
function alike({ won }: Cs2Facts, decideAt: (end: Rounds) => Result | undefined): Result | undefined {
  const [first, ...others] = seriesEnds(won).map(decideAt);
  return others.every(each => each === first) ? first : undefined;
}
