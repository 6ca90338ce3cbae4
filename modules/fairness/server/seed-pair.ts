import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream, type WordStream } from "#kit/fair/stream.ts";
import type { Micros } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { Json } from "#kit/std/json.ts";

/**
 * The player's seeds as a draw needs them. The live server seed is inside and cannot be read: no JSON, log, spread or
 * clone of a pair holds it. What a draw gets is the stream of words.
 */
export class SeedPair {
  /** Number of the server seed among the player's: 1, 2, 3 ... */
  readonly number: number;
  /** SHA-256 of the server seed, hex: what the player was shown. */
  readonly hash: string;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly #serverSeed: Uint8Array;

  /**
   * @param parts.serverSeed 32 bytes
   * @param parts.hash made from the seed when it is not given
   */
  constructor(parts: { number: number; serverSeed: Uint8Array; hash?: string; clientSeed: string; nonce: number }) {
    this.number = parts.number;
    this.hash = parts.hash ?? toHex(nobleHashes.sha256(parts.serverSeed));
    this.#serverSeed = parts.serverSeed;
    this.clientSeed = parts.clientSeed;
    this.nonce = parts.nonce;
  }

  /** The same server seed at another nonce, for a round that began with another client seed if one is given. */
  at(nonce: number, clientSeed: string = this.clientSeed): SeedPair {
    const { number, hash } = this;
    return new SeedPair({ number, serverSeed: this.#serverSeed, hash, clientSeed, nonce });
  }

  /** The words that decide this nonce's round of `game`. */
  stream(game: string): WordStream {
    return openStream(nobleHashes, this.#serverSeed, [game, this.clientSeed, this.nonce]);
  }
}

/** What a draw decides. */
export interface Draw {
  readonly outcome: Json;
  readonly payout: Micros;
}
