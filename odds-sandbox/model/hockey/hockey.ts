import { poisson } from "../chances.ts";

/**
 * Ice hockey: goals of each side are a Poisson process whose rate changes from period to period. A level match goes on with five minutes in
 * which the next goal decides, then with a shoot-out.
 */

/** What is known of a match before it is played; what its prices and its play both follow from. */
export interface HockeyMatch {
  /** Mean goals in sixty minutes. */
  readonly home: number;
  readonly away: number;
}

export type Goals = readonly [home: number, away: number];

export const regularPeriods = 3;
export const overtimePeriod = 4;
export const shootOutPeriod = 5;
export const periodSeconds = 1200;
export const overtimeSeconds = 300;

/** Shares of a side's goals by period: tired teams defend worse. */
const periodShares = [0.31, 0.335, 0.355];
/** Mean goals of both sides in a whole overtime, with three skaters each: two of three end by a goal. */
const overtimeGoals = 1.08;
/** A shoot-out is even for any two teams. */
export const shootOutChance = 0.5;

/** Above any number of goals of a side that a price could show. */
const mostGoals = 24;

/** The share of a period's time that is still to come. */
type Left = (period: number) => number;

/** Goals that a side with this mean has still to expect in these periods. */
export function expectedGoals(mean: number, from: number, to: number, left: Left): number {
  let share = 0;
  for (let period = from; period <= to; period++) share += (periodShares[period - 1] ?? 0) * left(period);
  return mean * share;
}

/** Goals a second of both sides in a period. */
export function goalRate({ home, away }: HockeyMatch, period: number): number {
  if (period === overtimePeriod) return overtimeGoals / overtimeSeconds;
  return ((home + away) * (periodShares[period - 1] ?? 0)) / periodSeconds;
}

/** The chance that the next goal is the home side's. */
export const homeShare = ({ home, away }: HockeyMatch) => home / (home + away);

/** The home side's chance to win a level match with this share of the overtime left. */
export function overtimeChance(match: HockeyMatch, left: number): number {
  const goal = 1 - Math.exp(-overtimeGoals * left);
  return goal * homeShare(match) + (1 - goal) * shootOutChance;
}

export const goalChances = (mean: number): Float64Array => poisson(mean, mostGoals);
