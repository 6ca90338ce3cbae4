import type { RouletteState } from "./contract.ts";

/**
 * The states of a round and the only ways between them. `betting` takes bets; in `locked` the betting window is closed and every accepted
 * stake is durable, from here on the number is fixed and the round is completed by its leader or a successor; `spinning` turns the wheel;
 * `landed` says the number, pays, and lets the ball come to rest. Only a round that still took bets can be voided.
 */
export const transitions = {
  betting: ["locked", "voided"],
  locked: ["spinning", "landed"],
  spinning: ["landed"],
  landed: ["settled"],
  settled: [],
  voided: [],
} as const satisfies Readonly<Record<RouletteState, readonly RouletteState[]>>;

/** Name of the betting window and of the hash chain's sequence, and prefix of round names. */
export const tableName = "roulette-1";

export const bettingMs = 20_000;
/** From the spin to the ball at rest. */
export const spinMs = 8000;
/** How long before it rests the ball begins to fall: from here on the number is public. */
export const fallMs = 2800;
/** How long the result stays on the screens before the next round opens. */
export const shownMs = 3000;
/** Bets of one player in a round. */
export const betsPerPlayer = 10;
