import type { Side } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import {
  type Goals,
  goalRate,
  type HockeyMatch,
  homeShare,
  overtimePeriod,
  overtimeSeconds,
  periodSeconds,
  regularPeriods,
  shootOutChance,
  shootOutPeriod,
} from "./hockey.ts";

/** Facts so far. */
export interface HockeyFacts {
  /** Goals of each period, the running one included; the fourth is overtime, the fifth the shoot-out. */
  readonly periods: readonly Goals[];
  /** Seconds played of the running period. */
  readonly seconds: number;
  readonly onBreak: boolean;
  readonly phase: "open" | "over" | "abandoned";
  /** The sides of the goals of sixty minutes, in order. */
  readonly scorers: readonly Side[];
}

export const beforeFirstPeriod: HockeyFacts = { periods: [], seconds: 0, onBreak: false, phase: "open", scorers: [] };

export const sum = (periods: readonly Goals[]): Goals =>
  periods.reduce<Goals>(([home, away], [a, b]) => [home + a, away + b], [0, 0]);

/** The score of sixty minutes. */
export const regularScore = ({ periods }: HockeyFacts): Goals => sum(periods.slice(0, regularPeriods));

export const secondsIn = (period: number) =>
  period === shootOutPeriod ? 0 : period === overtimePeriod ? overtimeSeconds : periodSeconds;

/** Sixty minutes have been played. */
export const isRegularOver = ({ periods, seconds }: HockeyFacts) =>
  periods.length > regularPeriods || (periods.length === regularPeriods && seconds >= periodSeconds);

/** A goal, or the one that decides the shoot-out. */
export interface Goal {
  readonly period: number;
  /** Seconds of the period. */
  readonly second: number;
  readonly side: Side;
}

/** Every goal of a match in order, from one stream of numbers. */
export function playHockey(match: HockeyMatch, random: RandomStream): readonly Goal[] {
  const goals: Goal[] = [];
  const drawn = (chance: number): Side => (random.next() < chance ? "home" : "away");
  for (let period = 1; period <= regularPeriods; period++) {
    for (let second = wait(match, period, random); second < periodSeconds; second += wait(match, period, random))
      goals.push({ period, second, side: drawn(homeShare(match)) });
  }
  const home = goals.filter(({ side }) => side === "home").length;
  if (2 * home !== goals.length) return goals;
  const second = wait(match, overtimePeriod, random);
  const last =
    second < overtimeSeconds
      ? { period: overtimePeriod, second, side: drawn(homeShare(match)) }
      : { period: shootOutPeriod, second: 0, side: drawn(shootOutChance) };
  return [...goals, last];
}

const wait = (match: HockeyMatch, period: number, random: RandomStream) =>
  random.exponential() / goalRate(match, period);

export const startOfPeriod = (facts: HockeyFacts): HockeyFacts =>
  Object.assign({}, facts, { periods: [...facts.periods, [0, 0] as Goals], seconds: 0, onBreak: false });

export const atSecond = (facts: HockeyFacts, seconds: number): HockeyFacts => Object.assign({}, facts, { seconds });

/** The facts after a goal; in overtime and the shoot-out it ends the match. */
export function afterGoal(facts: HockeyFacts, { second, side, period }: Goal): HockeyFacts {
  const [home, away] = facts.periods.at(-1) ?? [0, 0];
  const goals: Goals = side === "home" ? [home + 1, away] : [home, away + 1];
  const isRegular = period <= regularPeriods;
  return Object.assign({}, facts, {
    periods: [...facts.periods.slice(0, -1), goals],
    seconds: second,
    phase: isRegular ? "open" : "over",
    scorers: isRegular ? [...facts.scorers, side] : facts.scorers,
  });
}

/** The facts at the end of a period: a break, or the end of the match. */
export function endOfPeriod(facts: HockeyFacts): HockeyFacts {
  const [home, away] = sum(facts.periods);
  const isOver = facts.periods.length >= regularPeriods && home !== away;
  const seconds = secondsIn(facts.periods.length);
  return Object.assign({}, facts, { seconds, onBreak: !isOver, phase: isOver ? "over" : "open" });
}
