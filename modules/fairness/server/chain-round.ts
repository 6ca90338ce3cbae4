import type { Tx } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream, type WordStream } from "#kit/fair/stream.ts";
import { toHex } from "#kit/std/bytes.ts";

/** Public facts of the chain a round belongs to. All hex. */
export interface ChainFacts {
  readonly sequence: string;
  readonly head: string;
  readonly firstRound: number;
  readonly salt: string;
  readonly testBeacon: boolean;
}

/**
 * A round of a shared sequence as its owner holds it. The link is inside and cannot be read before the round is
 * revealed: no JSON, log, spread or clone holds it.
 */
export class ChainRound {
  readonly chain: ChainFacts;
  readonly round: number;
  /** SHA-256 of the link, hex. */
  readonly commitment: string;
  readonly #link: Uint8Array;

  constructor(chain: ChainFacts, round: number, link: Uint8Array) {
    this.chain = chain;
    this.round = round;
    this.#link = link;
    this.commitment = toHex(nobleHashes.sha256(link));
  }

  /** The words that decide the round. */
  stream(): WordStream {
    return openStream(nobleHashes, this.#link, [this.chain.sequence, this.round, this.chain.salt]);
  }

  /** The link itself, for the transaction that reveals it and ends the round; it goes through {@link ChainSequences.reveal} only. */
  giveAway(_tx: Tx): Uint8Array {
    return this.#link;
  }
}
