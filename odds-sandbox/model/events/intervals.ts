/** From (inclusive) to (exclusive). */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Merges intervals that overlap: the same times in disjoint intervals, in order. */
export function merged(intervals: readonly Interval[]): readonly Interval[] {
  const result: Interval[] = [];
  for (const next of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && next.from <= last.to) result[result.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    else result.push(next);
  }
  return result;
}

export function covers(intervals: readonly Interval[], at: number): boolean {
  return intervals.some(({ from, to }) => at >= from && at < to);
}
