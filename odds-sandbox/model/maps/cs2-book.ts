import { specValues } from "../../shared/markets.ts";
import type { Line, Outcome } from "../events/rules.ts";
import { handicapOutcomes, sideOutcomes, totalOutcomes } from "../score-lines.ts";
import { type Cs2Match, mapEnds, mapWinner, type Rounds } from "./cs2.ts";
import type { Cs2Facts } from "./cs2-facts.ts";
import {
  differenceOf,
  type End,
  homeChanceOf,
  type RunningSeries,
  seriesChances,
  seriesOutcomes,
  totalOf,
} from "./series.ts";

const fresh = new WeakMap<Cs2Match, Map<number, readonly End[]>>();

/** Chances of every outcome of every market of a match at one moment. */
export class Cs2Book {
  readonly match: Cs2Match;
  readonly facts: Cs2Facts;
  #running: readonly End[] | undefined;

  constructor(match: Cs2Match, facts: Cs2Facts) {
    this.match = match;
    this.facts = facts;
  }

  outcomes(line: Line): readonly Outcome[] {
    const spec = specValues(line.spec);
    const map = Number(spec.get("map") ?? 0);
    if (map === 0) return seriesOutcomes(line, this.#seriesEnds());
    const ends = this.#mapEnds(map);
    if (line.id === "map_winner") return sideOutcomes(homeChanceOf(ends));
    if (line.id.endsWith("hcp")) return handicapOutcomes(differenceOf(ends), Number(spec.get("hcp")));
    return totalOutcomes(totalOf(ends), Number(spec.get("total")));
  }

  #mapEnds(map: number): readonly End[] {
    const { maps } = this.facts;
    const score = maps[map - 1];
    if (!score) return freshEnds(this.match, map);
    this.#running ??= mapEnds(this.match, maps.length, maps.at(-1) ?? [0, 0]);
    return map === maps.length ? this.#running : [{ score, p: 1 }];
  }

  /** Scores in maps, from what was won and from the maps that are left. */
  #seriesEnds(): readonly End[] {
    const { won, map, homeChance } = this.series();
    return seriesChances(won, map, homeChance);
  }

  series(): RunningSeries {
    const { won, maps, onBreak } = this.facts;
    const next = maps.length + (onBreak || maps.length === 0 ? 1 : 0);
    return { won, map: next, homeChance: map => homeChanceOf(this.#mapEnds(map)) };
  }
}

/** The ends of a map that has not begun; cached while the match exists. */
function freshEnds(match: Cs2Match, map: number): readonly End[] {
  const known = fresh.get(match) ?? new Map<number, readonly End[]>();
  fresh.set(match, known);
  const ends = known.get(map) ?? mapEnds(match, map, [0, 0]);
  known.set(map, ends);
  return ends;
}

/** Whether a map with this score has ended. */
export const isMapOver = (score: Rounds | undefined) => score !== undefined && mapWinner(score) !== undefined;
