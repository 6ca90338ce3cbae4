import { reduceWord } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { toHex } from "#kit/std/bytes.ts";
import { mark, plain, step } from "./steps.ts";
import type { Piece, ProofStep } from "./verification.ts";

/** The steps of proofs that take many words from a stream: shuffles and cards. */

/** A stream with the words that were taken from it. */
export interface NotedStream extends WordStream {
  readonly words: readonly bigint[];
}

export function noted(stream: WordStream): NotedStream {
  const words: bigint[] = [];
  return {
    words,
    blocks: stream.blocks,
    get position() {
      return stream.position;
    },
    next() {
      const word = stream.next();
      words.push(word);
      return word;
    },
  };
}

/** Every block that words were taken from. */
export function blocksStep({ blocks }: WordStream, secretName = "server seed"): ProofStep {
  const line = blocks.flatMap(({ message, digest }, index): Piece[] => [
    plain(`${index === 0 ? "" : "; "}hmac(${secretName}, "${message}") = `),
    mark(toHex(digest)),
  ]);
  return step("blocks", line, undefined, { count: String(blocks.length) });
}

/**
 * Each draw: the word, its upper bound, the result, and the symbol it shows. Rejected words are skipped.
 * @param belows of the draws in order
 */
export function drawsLine(words: readonly bigint[], belows: readonly number[], shown: readonly string[]): Piece[] {
  const line: Piece[] = [];
  let used = 0;
  for (const word of words) {
    const [below, text] = [belows[used], shown[used]];
    if (below === undefined || text === undefined) break;
    const drawn = reduceWord(word, BigInt(below));
    if (drawn === undefined) continue;
    line.push(plain(`${used === 0 ? "" : "; "}(${word} × ${below}) >> 64 = ${drawn} → `), mark(text));
    used += 1;
  }
  return line;
}

/** A partial shuffle of `size`: each draw is below how many are left; the place among them names what lies there. */
export function shuffleStep(
  words: readonly bigint[],
  size: number,
  shown: readonly string[],
  equal: boolean,
): ProofStep {
  const belows = shown.map((_, index) => size - index);
  return step("shuffle", drawsLine(words, belows, shown), equal);
}
