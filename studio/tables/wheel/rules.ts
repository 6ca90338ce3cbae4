import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { required } from "#kit/std/invariant.ts";

/** Index of the segment under the flap, clockwise from the 47. */
export type WheelOutcome = { readonly segment: number };

/** What each segment pays to one, clockwise. */
export const segments: readonly number[] = [
  47, 1, 2, 1, 7, 1, 2, 1, 2, 1, 15, 1, 2, 1, 7, 1, 2, 1, 2, 1, 7, 2, 1, 2, 1, 15, 1, 2, 1, 7, 1, 2, 1, 2, 1, 7, 1, 2,
  1, 2, 15, 1, 2, 1, 7, 1, 2, 1, 2, 1,
];

export const pays = [1, 2, 7, 15, 47] as const;
export const spots: readonly string[] = pays.map(each => `x${each}`);

export function spin(words: WordStream): WheelOutcome {
  return { segment: Number(drawBelow(words, BigInt(segments.length))) };
}

export const paidBy = ({ segment }: WheelOutcome): number => required(segments[segment], "a segment of the wheel");

/** In hundredths of the stake, itself included. */
export function returnsOf(outcome: WheelOutcome, spot: string): bigint {
  const named = required(pays[spots.indexOf(spot)], `no spot ${spot}`);
  return named === paidBy(outcome) ? 100n * BigInt(named + 1) : 0n;
}
