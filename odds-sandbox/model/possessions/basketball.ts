import { convolved, differences, partChances, type ScoreChances, sumOf } from "../score-chances.ts";

/**
 * Basketball: each side has a fixed number of possessions in a quarter, each worth 0 to 3 points. The score is an exact convolution.
 */

/** Chances of 0, 1, 2 and 3 points of a possession. */
export type PossessionChances = readonly [number, number, number, number];

/** What is known of a match before it is played; what its prices and its play both follow from. */
export interface BasketballMatch {
  readonly home: PossessionChances;
  readonly away: PossessionChances;
}

/** Possessions of each side in a quarter and in an overtime. */
export const quarterPossessions = 25;
export const overtimePossessions = 10;

const knownPowers = new WeakMap<PossessionChances, Float64Array[]>();

/** Chances of every number of points from as many possessions. */
export function pointsOf(chances: PossessionChances, possessions: number): Float64Array {
  const powers = knownPowers.get(chances) ?? [Float64Array.of(1)];
  knownPowers.set(chances, powers);
  while (powers.length <= possessions)
    powers.push(convolved(powers.at(-1) as Float64Array, Float64Array.from(chances)));
  return powers[possessions] as Float64Array;
}

/** Level scores go on with overtimes until one side is ahead. */
export function withOvertime(match: BasketballMatch, home: Float64Array, away: Float64Array): ScoreChances {
  const part = partChances(home, away);
  const extra = overtimeOf(match);
  const length = Math.min(home.length, away.length);
  const level = new Float64Array(length);
  for (let points = 0; points < length; points++) level[points] = (home[points] as number) * (away[points] as number);
  const tie = sumOf(level);
  // Of each side: what is level goes on; the rest is final.
  const finalHome = minus(home, level);
  const finalAway = minus(away, level);
  const total = Float64Array.from(part.total);
  for (let points = 0; points < length; points++)
    total[2 * points] = (total[2 * points] as number) - (level[points] as number);
  const { difference, offset } = roomFor(part, extra.offset);
  difference[offset] = 0;
  const ends = { home: finalHome, away: finalAway, total, difference, offset };
  return tie < 1e-12 ? ends : addOvertimes(ends, level, extra);
}

/** Late in a match few differences are left, but an overtime may bring any of its own. */
function roomFor({ difference, offset }: ScoreChances, most: number) {
  const before = Math.max(0, most - offset);
  const after = Math.max(0, most - (difference.length - 1 - offset));
  const wide = new Float64Array(before + difference.length + after);
  wide.set(difference, before);
  return { difference: wide, offset: offset + before };
}

interface Overtime {
  readonly home: Float64Array;
  readonly away: Float64Array;
  readonly level: Float64Array;
  readonly tie: number;
  readonly total: Float64Array;
  readonly difference: Float64Array;
  readonly offset: number;
}

const knownOvertimes = new WeakMap<BasketballMatch, Overtime>();

function overtimeOf(match: BasketballMatch): Overtime {
  const known = knownOvertimes.get(match);
  if (known) return known;
  const home = pointsOf(match.home, overtimePossessions);
  const away = pointsOf(match.away, overtimePossessions);
  const level = home.map((p, points) => p * (away[points] as number));
  const total = convolved(home, away);
  for (const [points, p] of level.entries()) total[2 * points] = (total[2 * points] as number) - p;
  const difference = differences(home, away);
  difference[away.length - 1] = 0;
  const made = {
    home: minus(home, level),
    away: minus(away, level),
    level,
    tie: sumOf(level),
    total,
    difference,
    offset: away.length - 1,
  };
  knownOvertimes.set(match, made);
  return made;
}

/** Adds what level scores become, one overtime after the other, until nothing is left of them. */
function addOvertimes(ends: ScoreChances, level: Float64Array, extra: Overtime): ScoreChances {
  let { home, away, total } = ends;
  const difference = Float64Array.from(ends.difference);
  let open = level;
  for (let left = sumOf(open); left > 1e-13; left = sumOf(open)) {
    home = plus(home, convolved(open, extra.home));
    away = plus(away, convolved(open, extra.away));
    total = plus(total, convolved(doubled(open), extra.total));
    for (const [index, p] of extra.difference.entries()) {
      const at = index - extra.offset + ends.offset;
      difference[at] = (difference[at] as number) + left * p;
    }
    open = convolved(open, extra.level);
  }
  return { home, away, total, difference, offset: ends.offset };
}

/** A level score's points, as the sum of both sides. */
function doubled(level: Float64Array): Float64Array {
  const sums = new Float64Array(2 * level.length - 1);
  for (const [points, p] of level.entries()) sums[2 * points] = p;
  return sums;
}

function minus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((p, index) => Math.max(0, p - (b[index] ?? 0)));
}

function plus(a: Float64Array, b: Float64Array): Float64Array {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return long.map((p, index) => p + (short[index] ?? 0));
}
