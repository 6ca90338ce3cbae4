import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { required } from "#kit/std/invariant.ts";
import type { Placed } from "../shared/placed.ts";
import { pockets, returnsOf, spotById } from "./spots.ts";

export function drawNumber(words: WordStream): number {
  return Number(drawBelow(words, BigInt(pockets)));
}

/** What a layout returns when the ball falls on `number`, stakes that win included. Throws on a spot that does not exist. */
export function payoutOf(number: number, layout: readonly Placed[]): bigint {
  return layout.reduce((sum, { spot, amount }) => {
    const { numbers } = required(spotById.get(spot), `no spot ${spot}`);
    return numbers.includes(number) ? sum + amount * returnsOf(numbers) : sum;
  }, 0n);
}
