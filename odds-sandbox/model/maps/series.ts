import { specValues } from "../../shared/markets.ts";
import { type Result, winChance } from "../chances.ts";
import type { Line, Outcome } from "../events/rules.ts";
import { handicapOutcomes, sideOutcomes, totalOutcomes } from "../score-lines.ts";
import { handicapResult, totalResult, winnerResult } from "../score-results.ts";

/** A match of maps, best of three, whatever a map is: what its score in maps can be, what is offered on it, and what decides that. */

/** Maps won, or what a map counts: rounds, kills. */
export type Pair = readonly [home: number, away: number];

export interface End {
  readonly score: Pair;
  readonly p: number;
}

/** A match at one moment. */
export interface RunningSeries {
  readonly won: Pair;
  /** The map that is played, or the next one. */
  readonly map: number;
  homeChance(map: number): number;
}

export const mapsToWin = 2;
export const mapScores = ["2:0", "2:1", "1:2", "0:2"] as const;

export const sumOf = ([home, away]: Pair) => home + away;
export const afterMap = ([home, away]: Pair, isHome: boolean): Pair => (isHome ? [home + 1, away] : [home, away + 1]);

/** Scores in maps from this one on, by the home team's chance on each map that is left. */
export function seriesChances(won: Pair, map: number, homeChance: (map: number) => number): readonly End[] {
  if (Math.max(...won) === mapsToWin) return [{ score: won, p: 1 }];
  const home = homeChance(map);
  const after = (isHome: boolean, chance: number) =>
    seriesChances(afterMap(won, isHome), map + 1, homeChance).map(({ score, p }) => ({ score, p: p * chance }));
  return [...after(true, home), ...after(false, 1 - home)];
}

/** Scores in maps that a match can still end with. */
export function seriesEnds([home, away]: Pair): readonly Pair[] {
  if (Math.max(home, away) >= mapsToWin) return [[home, away]];
  const ends: Pair[] = [];
  for (let lost = away; lost < mapsToWin; lost++) ends.push([mapsToWin, lost]);
  for (let lost = home; lost < mapsToWin; lost++) ends.push([lost, mapsToWin]);
  return ends;
}

/** Outcomes of winner, map_score, maps_total and maps_hcp. */
export function seriesOutcomes(line: Line, ends: readonly End[]): readonly Outcome[] {
  const spec = specValues(line.spec);
  if (line.id === "winner") return sideOutcomes(homeChanceOf(ends));
  if (line.id === "map_score")
    return mapScores.map(id => ({
      id,
      p: winChance(ends.reduce((sum, { score, p }) => sum + (score.join(":") === id ? p : 0), 0)),
    }));
  if (line.id === "maps_hcp") return handicapOutcomes(differenceOf(ends), Number(spec.get("hcp")));
  return totalOutcomes(totalOf(ends), Number(spec.get("total")));
}

/** What every end of the match decides about one of those, if they decide it alike; undefined for other markets and while it is open. */
export function seriesResult(line: Line, outcome: string, won: Pair): Result | undefined {
  const spec = specValues(line.spec);
  const results = seriesEnds(won).map(end => {
    if (line.id === "winner") return winnerResult(end, outcome);
    if (line.id === "map_score") return end.join(":") === outcome ? "win" : "lose";
    if (line.id === "maps_total") return totalResult(sumOf(end), Number(spec.get("total")), outcome, true);
    return line.id === "maps_hcp" ? handicapResult(end, Number(spec.get("hcp")), outcome) : undefined;
  });
  const [first, ...others] = results;
  return others.every(each => each === first) ? first : undefined;
}

export const homeChanceOf = (ends: readonly End[]) =>
  ends.reduce((sum, { score: [home, away], p }) => sum + (home > away ? p : 0), 0);

export function totalOf(ends: readonly End[]): Float64Array {
  const total = new Float64Array(1 + Math.max(...ends.map(({ score }) => sumOf(score))));
  for (const { score, p } of ends) total[sumOf(score)] = (total[sumOf(score)] ?? 0) + p;
  return total;
}

export function differenceOf(ends: readonly End[]) {
  const offset = Math.max(...ends.map(({ score: [home, away] }) => Math.abs(home - away)));
  const difference = new Float64Array(2 * offset + 1);
  for (const { score, p } of ends) {
    const at = offset + score[0] - score[1];
    difference[at] = (difference[at] ?? 0) + p;
  }
  return { difference, offset };
}
