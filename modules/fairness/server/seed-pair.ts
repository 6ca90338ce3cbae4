import type { Micros } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";

/** The player's seeds as a draw needs them. Holds the live server seed: never logged, never serialised. */
export interface SeedPair {
  /** Number of the server seed among the player's: 1, 2, 3 ... */
  readonly number: number;
  /** The live server seed, 32 bytes. */
  readonly serverSeed: Uint8Array;
  readonly clientSeed: string;
  readonly nonce: number;
}

/** What a draw decides. */
export interface Draw {
  readonly outcome: Json;
  readonly payout: Micros;
}
