import { specValues } from "../../shared/markets.ts";
import { lineChances } from "../chances.ts";
import type { Counts } from "../counts.ts";
import type { Line, Outcome } from "../events/rules.ts";
import { sideOutcomes } from "../score-lines.ts";
import { type DotaMatch, type MapEnds, mapEnds, tickSeconds } from "./dota.ts";
import type { DotaFacts } from "./dota-facts.ts";
import { type RunningSeries, seriesChances, seriesOutcomes } from "./series.ts";

/** Chances of every outcome of every market of a match at one moment. */
export class DotaBook {
  readonly match: DotaMatch;
  readonly facts: DotaFacts;
  #running: MapEnds | undefined;

  constructor(match: DotaMatch, facts: DotaFacts) {
    this.match = match;
    this.facts = facts;
  }

  outcomes(line: Line): readonly Outcome[] {
    const spec = specValues(line.spec);
    const [map, total, hcp] = ["map", "total", "hcp"].map(key => Number(spec.get(key))) as [number, number, number];
    if (!spec.has("map")) return this.#seriesOutcomes(line);
    const ends = this.#mapEnds(map);
    if (line.id === "map_winner") return sideOutcomes(ends.home);
    if (line.id === "map_kills_hcp") return linesOf(["home", "away"], ends.lead, -4 * hcp);
    return linesOf(["over", "under"], line.id === "map_minutes_total" ? ends.minutes : ends.kills, 4 * total);
  }

  /** The ends of the map that is being played, from its kills and its clock on, or of a later one. */
  #mapEnds(map: number): MapEnds {
    const { maps, lengths } = this.facts;
    if (map > maps.length) return freshMap(this.match, map);
    this.#running ??= mapEnds(this.match, map, (lengths[map - 1] ?? 0) / tickSeconds, maps[map - 1] ?? [0, 0]);
    return this.#running;
  }

  #seriesOutcomes(line: Line): readonly Outcome[] {
    const { won, map, homeChance } = this.series();
    return seriesOutcomes(line, seriesChances(won, map, homeChance));
  }

  series(): RunningSeries {
    const { won, maps, onBreak } = this.facts;
    const next = maps.length + (onBreak || maps.length === 0 ? 1 : 0);
    return { won, map: next, homeChance: map => this.#mapEnds(map).home };
  }
}

const fresh = new WeakMap<DotaMatch, Map<number, MapEnds>>();

/** The ends of a map that has not begun: sides alternate, so the third map is as the first. */
export function freshMap(match: DotaMatch, map: number): MapEnds {
  const known = fresh.get(match) ?? new Map<number, MapEnds>();
  fresh.set(match, known);
  const ends = known.get(map % 2) ?? mapEnds(match, map, 0, [0, 0]);
  known.set(map % 2, ends);
  return ends;
}

function linesOf([above, below]: readonly [string, string], counts: Counts, quarters: number): readonly Outcome[] {
  const [over, under] = lineChances(counts, quarters);
  return [
    { id: above, p: over },
    { id: below, p: under },
  ];
}
