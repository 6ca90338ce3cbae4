import { specValues } from "../../shared/markets.ts";
import { winChance } from "../chances.ts";
import type { Line, Outcome } from "../events/rules.ts";
import { handicapOutcomes, sideOutcomes, totalOutcomes } from "../score-lines.ts";
import { type Cs2Match, type MapEnd, mapEnds, mapsToWin, mapWinner, type Rounds } from "./cs2.ts";
import type { Cs2Facts } from "./cs2-facts.ts";

const fresh = new WeakMap<Cs2Match, Map<number, readonly MapEnd[]>>();

/** Chances of every outcome of every market of a match at one moment. */
export class Cs2Book {
  readonly match: Cs2Match;
  readonly facts: Cs2Facts;
  #running: readonly MapEnd[] | undefined;

  constructor(match: Cs2Match, facts: Cs2Facts) {
    this.match = match;
    this.facts = facts;
  }

  outcomes(line: Line): readonly Outcome[] {
    const spec = specValues(line.spec);
    const map = Number(spec.get("map") ?? 0);
    const ends = map > 0 ? this.#mapEnds(map) : this.#seriesEnds();
    if (line.id === "winner" || line.id === "map_winner") return sideOutcomes(homeChance(ends));
    if (line.id === "map_score") return mapScores.map(id => ({ id, p: winChance(chanceOf(ends, id)) }));
    if (line.id.endsWith("hcp")) return handicapOutcomes(differenceOf(ends), Number(spec.get("hcp")));
    return totalOutcomes(totalOf(ends), Number(spec.get("total")));
  }

  #mapEnds(map: number): readonly MapEnd[] {
    const { maps } = this.facts;
    const score = maps[map - 1];
    if (!score) return freshEnds(this.match, map);
    this.#running ??= mapEnds(this.match, maps.length, maps.at(-1) ?? [0, 0]);
    return map === maps.length ? this.#running : [{ score, p: 1 }];
  }

  /** Scores in maps, from what was won and from the maps that are left. */
  #seriesEnds(): readonly MapEnd[] {
    const { won, maps, onBreak } = this.facts;
    const next = maps.length + (onBreak || maps.length === 0 ? 1 : 0);
    return this.#series(won, next);
  }

  #series(won: Rounds, map: number): readonly MapEnd[] {
    if (Math.max(...won) === mapsToWin) return [{ score: won, p: 1 }];
    const home = homeChance(this.#mapEnds(map));
    const after = (score: Rounds, chance: number) =>
      this.#series(score, map + 1).map(({ score: end, p }) => ({ score: end, p: p * chance }));
    return [...after([won[0] + 1, won[1]], home), ...after([won[0], won[1] + 1], 1 - home)];
  }
}

/** Of a map that has not begun: as long as the match is. */
function freshEnds(match: Cs2Match, map: number): readonly MapEnd[] {
  const known = fresh.get(match) ?? new Map<number, readonly MapEnd[]>();
  fresh.set(match, known);
  const ends = known.get(map) ?? mapEnds(match, map, [0, 0]);
  known.set(map, ends);
  return ends;
}

export const mapScores = ["2:0", "2:1", "1:2", "0:2"] as const;

const homeChance = (ends: readonly MapEnd[]) =>
  ends.reduce((sum, { score: [home, away], p }) => sum + (home > away ? p : 0), 0);

const chanceOf = (ends: readonly MapEnd[], id: string) =>
  ends.reduce((sum, { score, p }) => sum + (score.join(":") === id ? p : 0), 0);

function totalOf(ends: readonly MapEnd[]): Float64Array {
  const total = new Float64Array(1 + Math.max(...ends.map(({ score: [home, away] }) => home + away)));
  for (const { score, p } of ends) total[score[0] + score[1]] = (total[score[0] + score[1]] ?? 0) + p;
  return total;
}

function differenceOf(ends: readonly MapEnd[]) {
  const offset = Math.max(...ends.map(({ score: [home, away] }) => Math.abs(home - away)));
  const difference = new Float64Array(2 * offset + 1);
  for (const { score, p } of ends) {
    const at = offset + score[0] - score[1];
    difference[at] = (difference[at] ?? 0) + p;
  }
  return { difference, offset };
}

/** Whether a map with this score has ended. */
export const isMapOver = (score: Rounds | undefined) => score !== undefined && mapWinner(score) !== undefined;
