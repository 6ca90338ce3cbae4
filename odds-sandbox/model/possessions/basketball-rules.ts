import { specText } from "../../shared/markets.ts";
import type { Line, SportRules, Step } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import { type BasketballMatch, quarterPossessions } from "./basketball.ts";
import { BasketballBook } from "./basketball-book.ts";
import {
  afterBreak,
  type BasketballFacts,
  beforeTip,
  type Possessions,
  playBasketball,
  possessionsIn,
  raceTo,
  sum,
  tippedOff,
} from "./basketball-facts.ts";
import { settleBasketball } from "./settle-basketball.ts";

/** Milliseconds of the clock: of a possession of each side, and of a break. */
export interface BasketballTimes {
  readonly possession: number;
  readonly pause: number;
}

export const quarterSeconds = 720;
const overtimeSeconds = 300;
const secondsIn = (quarter: number) => (quarter <= 4 ? quarterSeconds : overtimeSeconds);

const line = (id: string, values: Readonly<Record<string, string | number>> = {}): Line => ({
  id,
  spec: specText(values),
});

const around = (middle: number, steps: number, step: number): readonly number[] =>
  Array.from({ length: 2 * steps + 1 }, (_, index) => Math.floor(middle) + 0.5 + step * (index - steps));

const meanOf = (chances: readonly number[]) => chances.reduce((mean, p, points) => mean + p * points, 0);

/** The markets a match opens with and keeps to its end. */
export function openingLines(match: BasketballMatch): readonly Line[] {
  const possessions = 4 * quarterPossessions;
  const [home, away] = [possessions * meanOf(match.home), possessions * meanOf(match.away)];
  return [
    line("winner"),
    ...around(home + away, 3, 3).map(total => line("total", { total })),
    ...around(away - home, 3, 2).map(hcp => line("hcp", { hcp })),
    ...around(home, 1, 3).map(total => line("team_total", { side: "home", total })),
    ...around(away, 1, 3).map(total => line("team_total", { side: "away", total })),
    line("race", { to: raceTo }),
    ...partLines(match, "quarter", 1),
    ...partLines(match, "half", 1),
  ];
}

function partLines(match: BasketballMatch, part: "quarter" | "half", number: number): readonly Line[] {
  const possessions = (part === "quarter" ? 1 : 2) * quarterPossessions;
  const [home, away] = [possessions * meanOf(match.home), possessions * meanOf(match.away)];
  return [
    line(`${part}_1x2`, { [part]: number }),
    ...around(home + away, 1, 2).map(total => line(`${part}_total`, { [part]: number, total })),
    ...around(away - home, 1, 1).map(hcp => line(`${part}_hcp`, { [part]: number, hcp })),
  ];
}

/** The running part and, in a break, the next one. */
function partsAt(match: BasketballMatch, { quarters, onBreak }: BasketballFacts): readonly Line[] {
  const quarter = Math.max(1, quarters.length) + (onBreak ? 1 : 0);
  if (quarter > 4) return [];
  return [...partLines(match, "quarter", quarter), ...partLines(match, "half", Math.ceil(quarter / 2))];
}

function partsUntil(match: BasketballMatch, { quarters }: BasketballFacts): readonly Line[] {
  const begun = Array.from({ length: Math.min(4, quarters.length) }, (_, index) => index + 1);
  const halves = begun.filter(quarter => quarter % 2 === 1);
  return [
    ...begun.flatMap(quarter => partLines(match, "quarter", quarter)),
    ...halves.flatMap(quarter => partLines(match, "half", (quarter + 1) / 2)),
  ];
}

export function basketballRules(
  match: BasketballMatch,
  random: RandomStream,
  times: BasketballTimes,
): SportRules<BasketballFacts> {
  let lines: readonly Line[] | undefined;
  return {
    before: beforeTip,
    steps: stepsOf(playBasketball(match, random), times),
    get openingLines() {
      lines ??= openingLines(match);
      return lines;
    },
    mainKind: "winner",
    linesAt: facts => partsAt(match, facts),
    linesUntil: facts => [...partsUntil(match, facts), ...(facts.phase === "abandoned" ? partsAt(match, facts) : [])],
    book: facts => {
      const book = new BasketballBook(match, facts);
      return each => book.outcomes(each);
    },
    settle: settleBasketball,
    broken: facts => ({ state: { ...facts, phase: "abandoned" } }),
    score: ({ quarters }) => {
      const [home, away] = sum(quarters);
      return { total: [home, away], periods: quarters.map(([a, b]) => [a, b]) };
    },
    clock: clockOf,
  };
}

function clockOf({ quarters, played }: BasketballFacts) {
  const period = Math.max(1, quarters.length);
  const before = Math.min(4, period - 1) * quarterSeconds + Math.max(0, period - 5) * overtimeSeconds;
  return { seconds: before + (played * secondsIn(period)) / possessionsIn(period), period };
}

function stepsOf(all: readonly Possessions[], times: BasketballTimes): readonly Step<BasketballFacts>[] {
  const steps: Step<BasketballFacts>[] = [];
  let after = 0;
  let listed = 0;
  const start = (state: BasketballFacts) => {
    const { seconds, period } = clockOf(state);
    const incident = { id: `s${period}`, kind: "period_start" as const, clock: Math.floor(seconds), period };
    steps.push({ after: Math.round(after), state, incidents: [incident], stops: false, onBreak: false });
  };
  start(tippedOff);
  for (const { facts, points } of all) {
    after += times.possession;
    const { seconds, period } = clockOf(facts);
    const base = { clock: Math.floor(seconds), period };
    // Scores are listed until the race is decided: a state repeats all of them.
    const isRunning = steps.at(-1)?.state.first20 === undefined;
    const scores = (["home", "away"] as const).flatMap((side, index) =>
      isRunning && (points[index] as number) > 0
        ? [{ ...base, id: `p${++listed}`, kind: "point" as const, side, value: points[index] as number }]
        : [],
    );
    const isEnd = facts.onBreak || facts.phase === "over";
    const ended = isEnd ? [{ ...base, id: `e${period}`, kind: "period_end" as const }] : [];
    const incidents = [...scores, ...ended];
    steps.push({ after: Math.round(after), state: facts, incidents, stops: isEnd, onBreak: facts.onBreak });
    if (!facts.onBreak) continue;
    after += times.pause;
    start(afterBreak(facts));
  }
  return steps;
}
