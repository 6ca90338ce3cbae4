import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import type { Micros } from "#kit/money/amount.ts";
import { potPayout, potPercent } from "#modules/engines/multiplayer/shared/pot.ts";

/** Duels: two stakes of the same size and one flip of a coin. Every function is pure; nothing here knows a balance or a bank. */

/** What the hash of the configuration covers; another value of anything here is another version of the rules. */
export const duelsConfiguration = {
  version: "duels-1",
  /** Percent of the pot that the winner gets. */
  payout_percent: potPercent,
} as const;

export const sides = ["heads", "tails"] as const;
export type Side = (typeof sides)[number];

/** From then on the house joins, where the owner has allowed it. */
export const houseAfterMs = 30_000;
/** A duel that nobody has joined for so long goes back to its owner. */
export const openForMs = 86_400_000;
/** Duels that one player may have open. */
export const openPerPlayer = 20;

/** True when the coin shows the opener's side: one draw below 2, 0 is the opener's. */
export function openerWins(stream: WordStream): boolean {
  return drawBelow(stream, 2n) === 0n;
}

/** The side that the coin shows. */
export function sideShown(openers: Side, openerWon: boolean): Side {
  return openerWon ? openers : openers === "heads" ? "tails" : "heads";
}

/** What the winner gets: floor(2 x stake * 97 / 100). */
export function winnerGets(stake: bigint): Micros {
  return potPayout(2n * stake);
}
