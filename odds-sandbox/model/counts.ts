import type { Counts } from "./chances.ts";

/** Distributions over whole numbers from any number on: margins of sets, points of a match. */
export type { Counts };

/** The distribution of the sum of two independent counts. */
export function convolvedCounts(a: Counts, b: Counts): Counts {
  const p = new Float64Array(a.p.length + b.p.length - 1);
  for (let i = 0; i < a.p.length; i++) {
    const chance = a.p[i] as number;
    if (chance === 0) continue;
    for (let j = 0; j < b.p.length; j++) p[i + j] = (p[i + j] as number) + chance * (b.p[j] as number);
  }
  return { from: a.from + b.from, p };
}

/** Several that exclude each other as one, each times the same weight. */
export function mergedCounts(all: readonly Counts[], weight = 1): Counts {
  const from = Math.min(...all.map(each => each.from));
  const p = new Float64Array(Math.max(...all.map(each => each.from + each.p.length)) - from);
  for (const each of all) {
    for (let index = 0; index < each.p.length; index++) {
      const at = each.from - from + index;
      p[at] = (p[at] as number) + weight * (each.p[index] as number);
    }
  }
  return { from, p };
}

export const meanOf = ({ from, p }: Counts): number => {
  let mean = 0;
  for (let index = 0; index < p.length; index++) mean += (from + index) * (p[index] as number);
  return mean;
};
