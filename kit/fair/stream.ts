import { ascii } from "#kit/std/bytes.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Hashes } from "./hashes.ts";

/** Name of the scheme; the first part of every message, so that no other scheme can produce the same stream. */
export const algorithm = "fairhouse-1";

export const wordsPerBlock = 4;
export const bytesPerWord = 8;

/** One block of a stream as a proof shows it. */
export interface Block {
  /** The ASCII text that was authenticated. */
  readonly message: string;
  /** Its HMAC-SHA256 under the key, 32 bytes. */
  readonly digest: Uint8Array;
}

/**
 * The random words of a round: HMAC-SHA256 blocks under the round's secret, each read as four big-endian unsigned
 * 64-bit words, in order. Equal key and context always give equal words.
 */
export interface WordStream {
  /** The next word, 0 <= word < 2^64. */
  next(): bigint;
  /** Number of words taken so far. */
  readonly position: number;
  /** The blocks computed so far, for the proof. */
  readonly blocks: readonly Block[];
}

/**
 * Opens the stream of one round.
 * @param key the 32 secret bytes
 * @param context the part between the scheme's name and the block number, joined by colons; ASCII only
 */
export function openStream(
  hashes: Hashes,
  key: Uint8Array,
  context: readonly (string | number | bigint)[],
): WordStream {
  invariant(key.length === 32, "a stream's key has 32 bytes");
  const mac = hashes.hmacSha256(key);
  const prefix = `${algorithm}:${context.join(":")}:`;
  const blocks: Block[] = [];
  let position = 0;
  let words: DataView = new DataView(new ArrayBuffer(0));

  const openBlock = (): void => {
    const message = prefix + blocks.length;
    const digest = mac(ascii(message));
    blocks.push({ message, digest });
    words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  };

  return {
    next() {
      const word = position % wordsPerBlock;
      if (word === 0) openBlock();
      position += 1;
      return words.getBigUint64(word * bytesPerWord, false);
    },
    get position() {
      return position;
    },
    blocks,
  };
}
