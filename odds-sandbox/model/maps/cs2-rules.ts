import { specText } from "../../shared/markets.ts";
import type { Line, Side, SportRules, Step } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import type { Cs2Match } from "./cs2.ts";
import { Cs2Book } from "./cs2-book.ts";
import { afterRound, beforeFirstMap, type Cs2Facts, playCs2, startOfMap } from "./cs2-facts.ts";
import { settleCs2 } from "./settle-cs2.ts";

/** Milliseconds of the clock: of a round, and of a break between maps. */
export interface Cs2Times {
  readonly round: number;
  readonly pause: number;
}

/** Seconds that a round counts on the event's clock. */
export const roundSeconds = 100;

const line = (id: string, values: Readonly<Record<string, string | number>> = {}): Line => ({
  id,
  spec: specText(values),
});

/** The markets a match opens with and keeps to its end: two maps are played in any case. */
const openingLines: readonly Line[] = [
  line("winner"),
  line("map_score"),
  line("maps_total", { total: 2.5 }),
  line("maps_hcp", { hcp: -1.5 }),
  line("maps_hcp", { hcp: 1.5 }),
  ...linesOfMap(1),
  ...linesOfMap(2),
];

function linesOfMap(map: number): readonly Line[] {
  return [
    line("map_winner", { map }),
    ...[19.5, 20.5, 21.5].map(total => line("map_rounds_total", { map, total })),
    ...[-3.5, -2.5, 2.5, 3.5].map(hcp => line("map_rounds_hcp", { map, hcp })),
  ];
}

/** A third map is offered once it is certain to be played. */
const linesAt = ({ maps, onBreak }: Cs2Facts) => linesOfMap(Math.max(1, maps.length + (onBreak ? 1 : 0)));

export function cs2Rules(match: Cs2Match, random: RandomStream, times: Cs2Times): SportRules<Cs2Facts> {
  return {
    before: beforeFirstMap,
    steps: stepsOf(playCs2(match, random), times),
    openingLines,
    mainKind: "winner",
    linesAt,
    linesUntil: facts => [
      ...facts.maps.flatMap((_, index) => linesOfMap(index + 1)),
      ...(facts.phase === "abandoned" ? linesAt(facts) : []),
    ],
    book: facts => {
      const book = new Cs2Book(match, facts);
      return each => book.outcomes(each);
    },
    settle: settleCs2,
    broken: facts => ({ state: Object.assign({}, facts, { phase: "abandoned" }) }),
    score: ({ maps, won }) => ({ total: [won[0], won[1]], periods: maps.map(([home, away]) => [home, away]) }),
    clock: clockOf,
  };
}

function clockOf({ maps }: Cs2Facts) {
  const rounds = maps.reduce((sum, [home, away]) => sum + home + away, 0);
  return { seconds: rounds * roundSeconds, period: Math.max(1, maps.length) };
}

/** Map by map, round by round. Only maps are incidents: a state lists everything so far. */
function stepsOf(played: readonly (readonly boolean[])[], times: Cs2Times): readonly Step<Cs2Facts>[] {
  const steps: Step<Cs2Facts>[] = [];
  let facts = beforeFirstMap;
  let after = 0;
  const push = (incidents: Step<Cs2Facts>["incidents"]) =>
    steps.push({
      after: Math.round(after),
      state: facts,
      incidents,
      stops: incidents.some(({ kind }) => kind === "period_end"),
      onBreak: facts.onBreak,
    });
  for (const rounds of played) {
    const before = facts.won;
    facts = startOfMap(facts);
    const base = () => ({ clock: clockOf(facts).seconds, period: facts.maps.length });
    push([Object.assign({ id: `s${facts.maps.length}`, kind: "period_start" as const }, base())]);
    for (const isHome of rounds) {
      facts = afterRound(facts, isHome);
      after += times.round;
      const side: Side | undefined = facts.won[0] > before[0] ? "home" : facts.won[1] > before[1] ? "away" : undefined;
      push(
        side === undefined
          ? []
          : [
              Object.assign({ id: `m${facts.maps.length}`, kind: "map" as const, side }, base()),
              Object.assign({ id: `e${facts.maps.length}`, kind: "period_end" as const }, base()),
            ],
      );
    }
    after += times.pause;
  }
  return steps;
}
