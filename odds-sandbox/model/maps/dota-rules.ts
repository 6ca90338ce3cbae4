import { specText } from "../../shared/markets.ts";
import { meanOf } from "../counts.ts";
import type { Line, SportRules, Step } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import type { DotaMatch } from "./dota.ts";
import { DotaBook, freshMap } from "./dota-book.ts";
import { afterTick, beforeDraft, type DotaFacts, playDota, startOfMap, type Tick } from "./dota-facts.ts";
import { settleDota } from "./settle-dota.ts";

/** Milliseconds of the clock: of a second of play, and of a break between maps. */
export interface DotaTimes {
  readonly second: number;
  readonly pause: number;
}

const line = (id: string, values: Readonly<Record<string, string | number>> = {}): Line => ({
  id,
  spec: specText(values),
});

/** Half lines around the middle of a distribution. */
const around = (middle: number, steps: number, step: number): readonly number[] =>
  Array.from({ length: 2 * steps + 1 }, (_, index) => Math.floor(middle) + 0.5 + step * (index - steps));

const ofSeries: readonly Line[] = [
  line("winner"),
  line("map_score"),
  line("maps_total", { total: 2.5 }),
  line("maps_hcp", { hcp: -1.5 }),
  line("maps_hcp", { hcp: 1.5 }),
];

function linesOfMap(match: DotaMatch, map: number): readonly Line[] {
  const { kills, lead, minutes } = freshMap(match, map);
  return [
    line("map_winner", { map }),
    ...around(meanOf(kills), 2, 5).map(total => line("map_kills_total", { map, total })),
    ...around(-meanOf(lead), 2, 3).map(hcp => line("map_kills_hcp", { map, hcp })),
    ...around(meanOf(minutes), 1, 4).map(total => line("map_minutes_total", { map, total })),
  ];
}

export function dotaRules(match: DotaMatch, random: RandomStream, times: DotaTimes): SportRules<DotaFacts> {
  const maps = new Map<number, readonly Line[]>();
  const ofMap = (map: number) => {
    const lines = maps.get(map) ?? linesOfMap(match, map);
    maps.set(map, lines);
    return lines;
  };
  // A third map is offered once it is certain to be played.
  const next = (facts: DotaFacts) => Math.max(1, facts.maps.length + (facts.onBreak ? 1 : 0));
  let lines: readonly Line[] | undefined;
  return {
    before: beforeDraft,
    steps: stepsOf(playDota(match, random), times),
    /** Two maps are played in any case. */
    get openingLines() {
      lines ??= [...ofSeries, ...ofMap(1), ...ofMap(2)];
      return lines;
    },
    mainKind: "winner",
    linesAt: facts => ofMap(next(facts)),
    linesUntil: facts => [
      ...facts.maps.flatMap((_, index) => ofMap(index + 1)),
      ...(facts.phase === "abandoned" ? ofMap(next(facts)) : []),
    ],
    book: facts => {
      const book = new DotaBook(match, facts);
      return each => book.outcomes(each);
    },
    settle: settleDota,
    broken: facts => ({ state: Object.assign({}, facts, { phase: "abandoned" }) }),
    score: ({ maps, won }) => ({ total: [won[0], won[1]], periods: maps.map(([home, away]) => [home, away]) }),
    clock: clockOf,
  };
}

/** A map has a clock of its own. */
const clockOf = ({ lengths }: DotaFacts) => ({ seconds: lengths.at(-1) ?? 0, period: Math.max(1, lengths.length) });

/** Map by map, tick by tick. Only maps are incidents: kills travel in the score. */
function stepsOf(played: readonly (readonly Tick[])[], times: DotaTimes): readonly Step<DotaFacts>[] {
  const steps: Step<DotaFacts>[] = [];
  let facts = beforeDraft;
  let began = 0;
  const push = (incidents: Step<DotaFacts>["incidents"]) =>
    steps.push({
      after: Math.round(began + clockOf(facts).seconds * times.second),
      state: facts,
      incidents,
      stops: incidents.some(({ kind }) => kind === "period_end"),
      onBreak: facts.onBreak,
    });
  for (const ticks of played) {
    facts = startOfMap(facts);
    const map = facts.maps.length;
    const base = () => ({ clock: clockOf(facts).seconds, period: map });
    push([Object.assign({ id: `s${map}`, kind: "period_start" as const }, base())]);
    for (const tick of ticks) {
      facts = afterTick(facts, tick);
      push(
        tick.ended
          ? [
              Object.assign({ id: `m${map}`, kind: "map" as const, side: tick.ended.winner }, base()),
              Object.assign({ id: `e${map}`, kind: "period_end" as const }, base()),
            ]
          : [],
      );
    }
    began += clockOf(facts).seconds * times.second + times.pause;
  }
  return steps;
}
