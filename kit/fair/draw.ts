import { invariant } from "#kit/std/invariant.ts";
import type { WordStream } from "./stream.ts";

const twoTo64 = 1n << 64n;
const lowHalf = twoTo64 - 1n;

/** Maps a word to a number below n, or undefined when the word is rejected so that every number stays equally likely. */
export function reduceWord(word: bigint, n: bigint): bigint | undefined {
  const product = word * n;
  const low = product & lowHalf;
  // 2^64 modulo n is below n: almost every word needs no division.
  return low < n && low < twoTo64 % n ? undefined : product >> 64n;
}

/** An exactly unbiased number 0 <= d < n, for 0 < n < 2^63. Consumes one word, and one more per rejected word. */
export function drawBelow(stream: WordStream, n: bigint): bigint {
  invariant(n > 0n && n < 1n << 63n, "a draw's bound is between 1 and 2^63 - 1");
  for (;;) {
    const drawn = reduceWord(stream.next(), n);
    if (drawn !== undefined) return drawn;
  }
}

/** The first `count` of a fair shuffle of 0 ... size - 1, in the order drawn. */
export function partialShuffle(stream: WordStream, size: number, count: number): number[] {
  invariant(count >= 0 && count <= size, "cannot draw more than there are");
  const deck = Array.from({ length: size }, (_, index) => index);
  for (let i = 0; i < count; i++) {
    const j = i + Number(drawBelow(stream, BigInt(size - i)));
    [deck[i], deck[j]] = [deck[j] as number, deck[i] as number];
  }
  return deck.slice(0, count);
}
