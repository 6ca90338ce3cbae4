import type { Chances } from "../shared/protocol.ts";

/** What a unit on an outcome returns; `lose` and its halves as in Asian handicaps. */
export type Result = "win" | "half_win" | "refund" | "half_lose" | "lose";

/** Chances of an outcome that wins or loses only. */
export function winChance(win: number): Chances {
  return { win, half_win: 0, refund: 0, half_lose: 0 };
}

/** The true chance q of an outcome: 1/q solves E[f] = 1. */
export function fairChance({ win, half_win, refund, half_lose }: Chances): number {
  const won = win + half_win / 2;
  const staked = 1 - refund - half_lose / 2 - half_win / 2;
  return staked <= 0 ? 0 : Math.min(1, won / staked);
}

/** E[f] at a price in thousandths. */
export function expectedFactor(p: Chances, price: number): number {
  const odds = price / 1000;
  return p.win * odds + (p.half_win * (1 + odds)) / 2 + p.refund + p.half_lose / 2;
}

/** Over a line given in quarters: 2.75 is 11. */
export function lineResult(value: number, quarters: number): Result {
  const above = 4 * value - quarters;
  if (above >= 2) return "win";
  if (above === 1) return "half_win";
  if (above === 0) return "refund";
  return above === -1 ? "half_lose" : "lose";
}

const mirrored = { win: "lose", half_win: "half_lose", refund: "refund", half_lose: "half_win", lose: "win" } as const;

/** The result of the other side of a line. */
export function otherSide(result: Result): Result {
  return mirrored[result];
}

/** A distribution over whole numbers that start at `from`. */
export interface Counts {
  readonly from: number;
  readonly p: Float64Array | readonly number[];
}

/** Chances of both sides of a line over a distribution. */
export function lineChances({ from, p }: Counts, quarters: number): readonly [Chances, Chances] {
  let win = 0;
  let halfWin = 0;
  let refund = 0;
  let halfLose = 0;
  let lose = 0;
  for (let index = 0; index < p.length; index++) {
    const above = 4 * (from + index) - quarters;
    const chance = p[index] as number;
    if (above >= 2) win += chance;
    else if (above <= -2) lose += chance;
    else if (above === 1) halfWin += chance;
    else if (above === 0) refund += chance;
    else halfLose += chance;
  }
  return [
    { win, half_win: halfWin, refund, half_lose: halfLose },
    { win: lose, half_win: halfLose, refund, half_lose: halfWin },
  ];
}

/** Poisson chances of 0 to `highest`; the rest is left out. */
export function poisson(mean: number, highest: number): Float64Array {
  const p = new Float64Array(highest + 1);
  let chance = Math.exp(-mean);
  for (let n = 0; n <= highest; n++) {
    p[n] = chance;
    chance *= mean / (n + 1);
  }
  return p;
}
