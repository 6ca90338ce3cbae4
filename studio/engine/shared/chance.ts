import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { invariant } from "#kit/std/invariant.ts";

/** Where a round takes its numbers from. */
export interface Chance {
  /** A number 0 <= value < range, exactly unbiased. */
  below(range: number): number;
}

/** The numbers of a real round: draws from its committed words. */
export function fairChance(words: WordStream): Chance {
  return { below: range => Number(drawBelow(words, BigInt(range))) };
}

const twoTo32 = 0x1_0000_0000;
/** Up to here a 32-bit word times the range is an exact double. */
const widestFast = 1 << 21;

/** A small fast generator (sfc32) for simulations only: the same draws as a word stream's, from 32-bit words. */
export function fastChance(seed: number): Chance {
  // Kept as 32-bit integers: a third faster than doubles.
  let a = 0x9e3779b9 ^ seed;
  let b = 0x243f6a88;
  let c = (0xb7e15162 + seed) | 0;
  let counter = 1;
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  const wide = (range: number): number => {
    const limit = Math.floor(Number.MAX_SAFE_INTEGER / range) * range;
    for (;;) {
      const drawn = (word() >>> 11) * twoTo32 + word();
      if (drawn < limit) return drawn % range;
    }
  };
  for (let i = 0; i < 20; i++) word();
  return {
    below(range) {
      if (range > widestFast) return wide(range);
      for (;;) {
        const product = word() * range;
        const high = Math.floor(product / twoTo32);
        const low = product - high * twoTo32;
        if (low >= range || low >= twoTo32 % range) return high;
      }
    },
  };
}

/** Draws that a record states, in order: what replays a round without its seeds. */
export function recordedChance(values: readonly number[]): Chance {
  let position = 0;
  return {
    below(range) {
      const value = values[position];
      position += 1;
      invariant(value !== undefined && value >= 0 && value < range, "the recorded draws do not fit the game");
      return value;
    },
  };
}
