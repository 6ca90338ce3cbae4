import { specText } from "../../shared/markets.ts";
import { meanOf } from "../counts.ts";
import type { Line, SportRules, Step } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import { settleVolleyball } from "./settle-volleyball.ts";
import { type Ends, endsAfter, freshSet, mixed, setWinner, type VolleyballMatch } from "./volleyball.ts";
import { VolleyballBook } from "./volleyball-book.ts";
import {
  afterRally,
  beforeToss,
  type PlayedSet,
  playVolleyball,
  startOfSet,
  type VolleyballFacts,
} from "./volleyball-facts.ts";

/** Milliseconds of the clock: of a rally, and of a break between sets. */
export interface VolleyballTimes {
  readonly rally: number;
  readonly pause: number;
}

/** Seconds that a rally counts on the event's clock. */
export const rallySeconds = 25;

const line = (id: string, values: Readonly<Record<string, string | number>> = {}): Line => ({
  id,
  spec: specText(values),
});

/** Half lines around the middle of a distribution. */
const around = (middle: number, steps: number, step: number): readonly number[] =>
  Array.from({ length: 2 * steps + 1 }, (_, index) => Math.floor(middle) + 0.5 + step * (index - steps));

/** Either side may serve first. */
const middleOf = (endsOf: (first: "home" | "away") => Ends) => {
  const { total, margin } = mixed([endsOf("home"), endsOf("away")], 1 / 2);
  return { total: meanOf(total), margin: meanOf(margin) };
};

/** The markets a match opens with and keeps to its end. */
function openingLines(match: VolleyballMatch): readonly Line[] {
  const { total, margin } = middleOf(first => endsAfter(match, [0, 0], first));
  return [
    line("winner"),
    line("set_score"),
    ...[3.5, 4.5].map(sets => line("sets_total", { total: sets })),
    ...[-2.5, -1.5, 1.5, 2.5].map(hcp => line("sets_hcp", { hcp })),
    ...around(total, 2, 7).map(points => line("points_total", { total: points })),
    ...around(-margin, 2, 4).map(hcp => line("points_hcp", { hcp })),
  ];
}

/** A set is won by two: lines between are the same as its winner. */
function linesOfSet(match: VolleyballMatch, set: number): readonly Line[] {
  const { total, margin } = middleOf(first => mixed(Object.values(freshSet(match, set, first))));
  return [
    line("set_winner", { set }),
    ...around(total, 1, 2).map(points => line("set_points_total", { set, total: points })),
    ...around(-margin, 2, 2)
      .filter(hcp => Math.abs(hcp) > 2)
      .map(hcp => line("set_points_hcp", { set, hcp })),
  ];
}

export function volleyballRules(
  match: VolleyballMatch,
  random: RandomStream,
  times: VolleyballTimes,
): SportRules<VolleyballFacts> {
  const sets = new Map<number, readonly Line[]>();
  const ofSet = (set: number) => {
    const known = sets.get(set) ?? linesOfSet(match, set);
    sets.set(set, known);
    return known;
  };
  const next = ({ sets, onBreak }: VolleyballFacts) => Math.max(1, sets.length + (onBreak ? 1 : 0));
  let lines: readonly Line[] | undefined;
  return {
    before: beforeToss,
    steps: stepsOf(playVolleyball(match, random), times),
    get openingLines() {
      lines ??= [...openingLines(match), ...ofSet(1)];
      return lines;
    },
    mainKind: "winner",
    linesAt: facts => ofSet(next(facts)),
    linesUntil: facts => [
      ...facts.sets.flatMap((_, index) => ofSet(index + 1)),
      ...(facts.phase === "abandoned" ? ofSet(next(facts)) : []),
    ],
    book: facts => {
      const book = new VolleyballBook(match, facts);
      return each => book.outcomes(each);
    },
    settle: settleVolleyball,
    broken: facts => ({ state: Object.assign({}, facts, { phase: "abandoned" }) }),
    score: ({ sets, won, serves, phase }) => ({
      total: [won[0], won[1]],
      periods: sets.map(([home, away]) => [home, away]),
      ...(phase === "open" && serves && { serving: serves }),
    }),
    clock: clockOf,
  };
}

function clockOf({ sets }: VolleyballFacts) {
  const rallies = sets.reduce((sum, [home, away]) => sum + home + away, 0);
  return { seconds: rallies * rallySeconds, period: Math.max(1, sets.length) };
}

/** Set by set, rally by rally. Only sets are incidents: rallies travel in the score. */
function stepsOf(played: readonly PlayedSet[], times: VolleyballTimes): readonly Step<VolleyballFacts>[] {
  const steps: Step<VolleyballFacts>[] = [];
  let facts = beforeToss;
  let after = 0;
  const push = (incidents: Step<VolleyballFacts>["incidents"]) =>
    steps.push({
      after: Math.round(after),
      state: facts,
      incidents,
      stops: incidents.some(({ kind }) => kind === "period_end"),
      onBreak: facts.onBreak,
    });
  for (const { tossed, rallies } of played) {
    facts = startOfSet(facts, tossed);
    const set = facts.sets.length;
    const base = () => ({ clock: clockOf(facts).seconds, period: set });
    push([Object.assign({ id: `s${set}`, kind: "period_start" as const }, base())]);
    for (const winner of rallies) {
      facts = afterRally(facts, winner);
      after += times.rally;
      const won = setWinner(facts.sets[set - 1] ?? [0, 0], set);
      push(
        won
          ? [
              Object.assign({ id: `w${set}`, kind: "set" as const, side: won }, base()),
              Object.assign({ id: `e${set}`, kind: "period_end" as const }, base()),
            ]
          : [],
      );
    }
    after += times.pause;
  }
  return steps;
}
