import { poisson } from "../chances.ts";
import type { Counts } from "../counts.ts";
import type { Pair } from "./series.ts";

/**
 * Dota 2, best of three maps. Kills of each team are a Poisson process, slower in the first ten minutes; from the fifteenth minute on a map may
 * end, ever more likely; and the team with more kills is more likely to win it. Everything is known every half minute.
 */

/** What is known of a match before it is played; what its prices and its play both follow from. */
export interface DotaMatch {
  /** The logarithm of the home team's kills over the away team's, on equal sides. */
  readonly strength: number;
}

export const tickSeconds = 30;
const ticksPerMinute = 60 / tickSeconds;

/** No map is shorter than this, and none is longer. */
const fewestMinutes = 15;
const mostMinutes = 80;
/** By how much the chance to end in a tick grows with each minute after the fewest. */
const endingGrows = 0.0026;

/** Kills of both teams in a minute. */
const earlyMinutes = 10;
const earlyKills = 0.85;
const lateKills = 1.55;

/** The side called Radiant is a little stronger; the home team has it on the first and the third map. */
const radiant = 0.05;
/** By how much a kill more raises the logarithm of the odds to win. */
const logOddsPerKill = 0.22;

export const mostTicks = mostMinutes * ticksPerMinute;
const minuteOf = (tick: number) => Math.ceil(tick / ticksPerMinute);

/** Mean kills of each team in a tick; ticks count from 1. */
export function killRates({ strength }: DotaMatch, map: number, tick: number): Pair {
  const both = (minuteOf(tick) <= earlyMinutes ? earlyKills : lateKills) / ticksPerMinute;
  const share = 1 / (1 + Math.exp(-(strength + (map % 2 === 1 ? radiant : -radiant))));
  return [both * share, both * (1 - share)];
}

/** The chance that a map ends in a tick it has reached. */
export function endingChance(tick: number): number {
  if (tick >= mostTicks) return 1;
  return Math.max(0, endingGrows * (tick / ticksPerMinute - fewestMinutes));
}

/** The home team's chance to win a map that ends with so many kills more. */
export const winningChance = (lead: number) => 1 / (1 + Math.exp(-logOddsPerKill * lead));

/** Where a map can end. */
export interface MapEnds {
  /** The home team's chance to win it. */
  readonly home: number;
  readonly kills: Counts;
  readonly lead: Counts;
  readonly minutes: Counts;
}

const mostKills = 220;
/** Kills of a team in a tick, and leads in kills, beyond which nothing is counted. */
const mostInTick = 8;
const widestLead = 80;
const least = 1e-10;

/** The distribution of ends of a map that has reached a tick with these kills. */
export function mapEnds(match: DotaMatch, map: number, tick: number, kills: Pair): MapEnds {
  const [scored, lead] = [kills[0] + kills[1], kills[0] - kills[1]];
  const minutes = new Float64Array(mostMinutes + 1);
  const [total, difference] = [new Float64Array(mostKills + 1), new Float64Array(2 * widestLead + 1)];
  let [open, mean] = [1, 0];
  let leads: Float64Array = new Float64Array(2 * widestLead + 1);
  leads[widestLead] = 1;
  for (let next = tick + 1; next <= mostTicks && open > least; next++) {
    const rates = killRates(match, map, next);
    leads = moved(leads, stepOf(match, map, rates));
    mean += rates[0] + rates[1];
    const ends = open * endingChance(next);
    open -= ends;
    if (ends === 0) continue;
    addTo(minutes, ends, [1], minuteOf(next));
    addTo(total, ends, poisson(mean, Math.min(mostKills, Math.ceil(mean + 10 * Math.sqrt(mean) + 10))));
    addTo(difference, ends, leads);
  }
  const from = lead - widestLead;
  return {
    home: difference.reduce((sum, p, index) => sum + p * winningChance(from + index), 0),
    kills: { from: scored, p: total },
    lead: { from, p: difference },
    minutes: { from: 0, p: minutes },
  };
}

function addTo(sum: Float64Array, weight: number, p: ArrayLike<number>, from = 0): void {
  for (let index = 0; index < p.length; index++)
    sum[from + index] = (sum[from + index] as number) + weight * (p[index] as number);
}

const steps = new WeakMap<DotaMatch, Map<string, Float64Array>>();

/** Chances of the lead to change by -{@link mostInTick} to {@link mostInTick} in a tick. */
function stepOf(match: DotaMatch, map: number, [home, away]: Pair): Float64Array {
  const known = steps.get(match) ?? new Map<string, Float64Array>();
  steps.set(match, known);
  const name = `${map % 2} ${home}`;
  const step = known.get(name) ?? differenceOf(poisson(home, mostInTick), poisson(away, mostInTick));
  known.set(name, step);
  return step;
}

function differenceOf(home: Float64Array, away: Float64Array): Float64Array {
  const step = new Float64Array(2 * mostInTick + 1);
  for (const [own, p] of home.entries())
    for (const [other, q] of away.entries())
      step[mostInTick + own - other] = (step[mostInTick + own - other] ?? 0) + p * q;
  return step;
}

function moved(leads: Float64Array, step: Float64Array): Float64Array {
  const after = new Float64Array(leads.length);
  for (let index = 0; index < leads.length; index++) {
    const p = leads[index] as number;
    if (p < 1e-14) continue;
    const from = Math.max(0, mostInTick - index);
    const to = Math.min(step.length, leads.length + mostInTick - index);
    for (let by = from; by < to; by++)
      after[index + by - mostInTick] = (after[index + by - mostInTick] as number) + p * (step[by] as number);
  }
  return after;
}
