import { invariant } from "#kit/std/invariant.ts";
import { specValues } from "../../shared/markets.ts";
import { lineResult, otherSide, type Result } from "../chances.ts";
import type { Line, Results } from "../events/rules.ts";
import { outcomesOf, resultsOf, winnerResult } from "../score-results.ts";
import { matchRange, type Points, type Range, setRange, setsToWin, setWinner, sumOf, widest } from "./volleyball.ts";
import { setScores } from "./volleyball-book.ts";
import type { VolleyballFacts } from "./volleyball-facts.ts";

/** What the facts decide about a market; undefined while an outcome of it is open. */
export function settleVolleyball(line: Line, facts: VolleyballFacts): Results | undefined {
  return resultsOf(
    line.id === "set_score" ? setScores : outcomesOf(line),
    outcome => decide(line, outcome, facts),
    facts.phase === "abandoned",
  );
}

function decide(line: Line, outcome: string, facts: VolleyballFacts): Result | undefined {
  const spec = specValues(line.spec);
  const [quarters, hcp] = [4 * Number(spec.get("total")), 4 * Number(spec.get("hcp"))];
  const set = Number(spec.get("set"));
  const of = (count: number, line: number) => ofLine(lineResult(count, line), outcome);
  switch (line.id) {
    case "winner":
      return facts.phase === "over" ? winnerResult(facts.won, outcome) : undefined;
    case "set_winner":
      return isSetOver(facts, set) ? winnerResult(facts.sets[set - 1] as Points, outcome) : undefined;
    case "set_score":
      return alike(possibleScores(facts.won).map(end => (end.join(":") === outcome ? "win" : "lose")));
    case "sets_total":
      return alike(possibleScores(facts.won).map(end => of(sumOf(end), quarters)));
    case "sets_hcp":
      return alike(possibleScores(facts.won).map(([home, away]) => of(home - away, -hcp)));
    case "points_total":
    case "set_points_total":
      return alike(totalsOf(facts, set).map(total => of(total, quarters)));
    case "points_hcp":
    case "set_points_hcp":
      return alike(marginsOf(facts, set).map(margin => of(margin, -hcp)));
  }
  invariant(false, `${line.id} is no market of volleyball`);
}

const ofLine = (above: Result, outcome: string): Result =>
  outcome === "over" || outcome === "home" ? above : otherSide(above);

/** What all ends decide, if they decide it alike. */
const alike = ([first, ...others]: readonly Result[]): Result | undefined =>
  others.every(each => each === first) ? first : undefined;

const isSetOver = ({ sets }: VolleyballFacts, set: number) => {
  const score = sets[set - 1];
  return score !== undefined && setWinner(score, set) !== undefined;
};

/** Scores in sets that a match can still end with. */
function possibleScores([home, away]: Points): readonly Points[] {
  if (Math.max(home, away) === setsToWin) return [[home, away]];
  const ends: Points[] = [];
  for (let lost = away; lost < setsToWin; lost++) ends.push([setsToWin, lost]);
  for (let lost = home; lost < setsToWin; lost++) ends.push([lost, setsToWin]);
  return ends;
}

/** The lowest number of points of a match, or of a set that has begun, and one above any line: sets have no longest. */
function totalsOf(facts: VolleyballFacts, set: number): readonly number[] {
  const { fewest, done } = rangeOf(facts, set);
  return done ? [fewest] : [fewest, Number.POSITIVE_INFINITY];
}

function marginsOf(facts: VolleyballFacts, set: number): readonly number[] {
  const { least, most } = rangeOf(facts, set);
  return [least, most];
}

function rangeOf(facts: VolleyballFacts, set: number): Range & { readonly done: boolean } {
  if (Number.isNaN(set)) return matchRangeOf(facts);
  const score = facts.sets[set - 1];
  if (!score) return { fewest: 0, least: -Infinity, most: Infinity, done: false };
  if (isSetOver(facts, set)) return exactly([score]);
  const { home, away } = setRange(score, set);
  return { ...widest(home, away), done: false };
}

const exactly = (sets: readonly Points[]) => {
  const [home, away] = sets.reduce<Points>(([all, others], [own, other]) => [all + own, others + other], [0, 0]);
  return { fewest: home + away, least: home - away, most: home - away, done: true };
};

const ranges = new WeakMap<VolleyballFacts, Range & { readonly done: boolean }>();

/** Many lines ask for the same one. */
function matchRangeOf(facts: VolleyballFacts): Range & { readonly done: boolean } {
  const found = ranges.get(facts) ?? newMatchRange(facts);
  ranges.set(facts, found);
  return found;
}

function newMatchRange({ sets, won, phase }: VolleyballFacts) {
  if (phase === "over") return exactly(sets);
  const before = exactly(sets.slice(0, sumOf(won)));
  const rest = matchRange(won, sets[sumOf(won)] ?? [0, 0]);
  return {
    fewest: before.fewest + rest.fewest,
    least: before.least + rest.least,
    most: before.most + rest.most,
    done: false,
  };
}
