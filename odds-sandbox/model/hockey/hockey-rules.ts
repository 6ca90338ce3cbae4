import { specText } from "../../shared/markets.ts";
import type { Line, SportRules, Step } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import { expectedGoals, type HockeyMatch, regularPeriods, shootOutPeriod } from "./hockey.ts";
import { HockeyBook } from "./hockey-book.ts";
import {
  afterGoal,
  atSecond,
  beforeFirstPeriod,
  endOfPeriod,
  type Goal,
  type HockeyFacts,
  isRegularOver,
  playHockey,
  secondsIn,
  startOfPeriod,
  sum,
} from "./hockey-facts.ts";
import { settleHockey } from "./settle-hockey.ts";

/** Milliseconds of the clock: of a second of play, of a break, and of a shoot-out. */
export interface HockeyTimes {
  readonly second: number;
  readonly pause: number;
  readonly shootOut: number;
}

/** Prices move with time: so many seconds of play from one price to the next. */
const tickSeconds = 30;

const line = (id: string, values: Readonly<Record<string, string | number>> = {}): Line => ({
  id,
  spec: specText(values),
});

const around = (middle: number, steps: number): readonly number[] =>
  Array.from({ length: 2 * steps + 1 }, (_, index) => Math.floor(middle) + 0.5 + index - steps);

/** The markets a match opens with and keeps to its end. */
export function openingLines({ home, away }: HockeyMatch): readonly Line[] {
  return [
    line("1x2"),
    line("winner"),
    ...around(home + away, 2).map(total => line("total", { total })),
    line("total", { total: Math.round(home + away) }),
    ...around(away - home, 2).map(hcp => line("hcp", { hcp })),
    line("both_score"),
  ];
}

function periodLines({ home, away }: HockeyMatch, period: number): readonly Line[] {
  const of = (mean: number) => expectedGoals(mean, period, period, () => 1);
  return [
    line("period_1x2", { period }),
    ...around(of(home + away), 1)
      .filter(total => total > 0)
      .map(total => line("period_total", { period, total })),
    line("period_hcp", { period, hcp: 0 }),
    line("period_hcp", { period, hcp: home > away ? -0.5 : 0.5 }),
  ];
}

/** The next goal, and the running period; in a break the next one. */
function linesAt(match: HockeyMatch, facts: HockeyFacts): readonly Line[] {
  const { periods, onBreak, scorers } = facts;
  const period = Math.max(1, periods.length) + (onBreak ? 1 : 0);
  if (period > regularPeriods || isRegularOver(facts)) return [];
  return [line("next_goal", { goal: scorers.length + 1 }), ...periodLines(match, period)];
}

function linesUntil(match: HockeyMatch, facts: HockeyFacts): readonly Line[] {
  const begun = Array.from({ length: Math.min(regularPeriods, facts.periods.length) }, (_, index) => index + 1);
  const goals = Array.from({ length: facts.scorers.length + 1 }, (_, index) => index + 1);
  return [
    ...begun.flatMap(period => periodLines(match, period)),
    ...(begun.length > 0 ? goals.map(goal => line("next_goal", { goal })) : []),
  ];
}

export function hockeyRules(match: HockeyMatch, random: RandomStream, times: HockeyTimes): SportRules<HockeyFacts> {
  let lines: readonly Line[] | undefined;
  return {
    before: beforeFirstPeriod,
    steps: stepsOf(playHockey(match, random), times),
    get openingLines() {
      lines ??= openingLines(match);
      return lines;
    },
    mainKind: "1x2",
    linesAt: facts => linesAt(match, facts),
    linesUntil: facts => [...linesUntil(match, facts), ...(facts.phase === "abandoned" ? linesAt(match, facts) : [])],
    book: facts => {
      const book = new HockeyBook(match, facts);
      return each => book.outcomes(each);
    },
    settle: settleHockey,
    broken: facts => ({ state: Object.assign({}, facts, { phase: "abandoned" }) }),
    score: ({ periods }) => {
      const [home, away] = sum(periods);
      return { total: [home, away], periods: periods.map(([a, b]) => [a, b]) };
    },
    clock: clockOf,
  };
}

function clockOf({ periods, seconds }: HockeyFacts) {
  const period = Math.max(1, periods.length);
  const before = Array.from({ length: period - 1 }, (_, index) => secondsIn(index + 1));
  return { seconds: before.reduce((all, each) => all + each, seconds), period };
}

/** Period by period: its start, its goals and the ticks between them, its end. */
function stepsOf(goals: readonly Goal[], times: HockeyTimes): readonly Step<HockeyFacts>[] {
  const steps: Step<HockeyFacts>[] = [];
  let facts = beforeFirstPeriod;
  let began = 0;
  const push = (after: number, kinds: readonly ("period_start" | "goal" | "period_end")[], goal?: Goal) => {
    const { seconds, period } = clockOf(facts);
    const base = { clock: Math.floor(seconds), period };
    const incidents = kinds.map(kind => {
      if (kind === "goal" && goal) return Object.assign({ id: `g${++listed}`, kind, side: goal.side }, base);
      return Object.assign({ id: `${kind === "period_start" ? "s" : "e"}${period}`, kind }, base);
    });
    const stops = kinds.includes("goal") || kinds.includes("period_end");
    steps.push({ after: Math.round(after), state: facts, incidents, stops, onBreak: facts.onBreak });
  };
  let listed = 0;
  while (facts.phase === "open") {
    facts = startOfPeriod(facts);
    const period = facts.periods.length;
    push(began, ["period_start"]);
    const own = goals.filter(goal => goal.period === period);
    if (period === shootOutPeriod) {
      const [goal] = own as [Goal];
      facts = afterGoal(facts, goal);
      push(began + times.shootOut, ["goal", "period_end"], goal);
      break;
    }
    for (let second = 0; ; ) {
      const next = own.find(goal => goal.second > second);
      const tick = Math.min(second + tickSeconds, secondsIn(period));
      if (next && next.second <= tick) {
        facts = afterGoal(facts, next);
        second = next.second;
        push(began + second * times.second, facts.phase === "over" ? ["goal", "period_end"] : ["goal"], next);
        if (facts.phase === "over") break;
        continue;
      }
      second = tick;
      facts = second === secondsIn(period) ? endOfPeriod(facts) : atSecond(facts, second);
      push(began + second * times.second, second === secondsIn(period) ? ["period_end"] : []);
      if (second === secondsIn(period)) break;
    }
    began += secondsIn(period) * times.second + times.pause;
  }
  return steps;
}
