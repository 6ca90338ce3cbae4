import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { SeedPair } from "./seed-pair.ts";

/** Which seeds a bet was decided by. */
export interface UsedSeed {
  readonly number: number;
  readonly clientSeed: string;
  readonly nonce: number;
}

/** For the later steps of a round: the seeds it began with, even if the pair's nonce or client seed has changed since. */
export interface RoundPairs {
  at(player: PlayerId, seed: UsedSeed): Promise<SeedPair>;
}

/** For draws that take no stake, such as a free one per day. */
export interface FreeDraws {
  /**
   * The player's pair at a nonce of the draw's own, held until `tx` ends, so that no rotation can happen meanwhile; undefined when they
   * have no client seed. The name of the draw must not be that of a game with stakes: those count their own nonces.
   */
  held(tx: Tx, player: PlayerId, nonce: number): Promise<SeedPair | undefined>;
}

/** Where the wallet finds the pair for a draw: a cache over `fairness.pairs` and `fairness.seeds`. The database decides; this only guesses the nonce. */
export interface SeedSource {
  /** The cached pair, or undefined when it must be loaded first. */
  cached(player: PlayerId): SeedPair | undefined;
  /** Reloads the pair and caches it; undefined when the player has no client seed (yet, or since a rotation). */
  load(player: PlayerId): Promise<SeedPair | undefined>;
  /** A bet with this seed and nonce was committed: the cached nonce becomes the next one. */
  used(player: PlayerId, seedNumber: number, nonce: number): void;
  /** Forgets the cached pair: the player changed the client seed or rotated, here or in another process. */
  forget(player: PlayerId): void;
}
