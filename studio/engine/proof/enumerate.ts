import type { Machine, Window } from "#studio/engine/shared/reels.ts";

/** Visits every stop of every reel, the last reel turning fastest, with the window of each. Returns how many there are. */
export function everyWindow(machine: Machine, window: Window, visit: () => void): number {
  const lengths = machine.strips.map(({ length }) => length);
  const { rows, reels } = machine;
  const turn = (reel: number): void => {
    const strip = machine.strips[reel] as Int8Array;
    const length = strip.length;
    for (let stop = 0; stop < length; stop++) {
      for (let row = 0; row < rows; row++) window[reel * rows + row] = strip[(stop + row) % length] as number;
      if (reel + 1 === reels) visit();
      else turn(reel + 1);
    }
  };
  turn(0);
  return lengths.reduce((product, length) => product * length, 1);
}

/** Counts by whole key, dense: fast enough for hundreds of millions of windows. */
export class Counter {
  counts = new Float64Array(1024);
  add(key: number, times = 1): void {
    if (key >= this.counts.length) {
      const wider = new Float64Array(Math.max(key + 1, 2 * this.counts.length));
      wider.set(this.counts);
      this.counts = wider;
    }
    this.counts[key] = (this.counts[key] as number) + times;
  }
  /** Key and count of every key that was counted. */
  entries(): (readonly [key: number, count: number])[] {
    return Array.from(this.counts, (count, key) => [key, count] as const).filter(([, count]) => count > 0);
  }
}
