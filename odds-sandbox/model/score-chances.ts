/** Distributions of counts that start at 0: goals, points, rounds. */

/** The distribution of the sum of two independent counts. */
export function convolved(a: Float64Array, b: Float64Array): Float64Array {
  const sum = new Float64Array(a.length + b.length - 1);
  for (let i = 0; i < a.length; i++) {
    const p = a[i] as number;
    if (p === 0) continue;
    for (let j = 0; j < b.length; j++) sum[i + j] = (sum[i + j] as number) + p * (b[j] as number);
  }
  return sum;
}

/** A distribution moved up by points already scored. */
export function shifted(p: Float64Array, by: number): Float64Array {
  const moved = new Float64Array(p.length + by);
  moved.set(p, by);
  return moved;
}

/** The final score of a match or a part of it as far as markets count it. Differences are of the home side, from -`offset`. */
export interface ScoreChances {
  readonly home: Float64Array;
  readonly away: Float64Array;
  readonly total: Float64Array;
  readonly difference: Float64Array;
  readonly offset: number;
}

/** Score chances of two independent counts, without overtime. */
export function partChances(home: Float64Array, away: Float64Array): ScoreChances {
  return { home, away, total: convolved(home, away), difference: differences(home, away), offset: away.length - 1 };
}

export function differences(home: Float64Array, away: Float64Array): Float64Array {
  return convolved(home, Float64Array.from(away).reverse());
}

export const sumOf = (p: Float64Array) => p.reduce((sum, each) => sum + each, 0);
