import { drawBelow } from "#kit/fair/draw.ts";
import type { Entry } from "#kit/fair/entries.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import { invariant } from "#kit/std/invariant.ts";
import { potPayout, potPercent } from "#modules/engines/multiplayer/shared/pot.ts";

/**
 * Rooms: players put stakes into one pot, one ticket per micro-unit, and one ticket is drawn. Tickets are numbered from 0 in
 * order of arrival. Every function is pure; nothing here knows a balance or a bank.
 */

/** What the hash of the configuration covers; another value of anything here is another version of the rules. */
export const roomsConfiguration = {
  version: "rooms-1",
  /** Percent of the pot that the winner gets. */
  payout_percent: potPercent,
  /** From the second player to the close. */
  count_seconds: 30,
} as const;

export const countMs = roomsConfiguration.count_seconds * 1000;
/** A player who is alone so long gets his stakes back. */
export const aloneMs = 600_000;
/** How long the end of a round stays on the screens. */
export const restMs = 9_000;
/** Stakes of one player, and of all, in one round: what a watcher is told has a size. */
export const entriesPerPlayer = 20;
export const entriesPerRound = 1_000;

type Stakes = readonly Pick<Entry, "stake">[];

export function potOf(entries: Stakes): Micros {
  return micros(entries.reduce((sum, { stake }) => sum + stake, 0n));
}

/** The winning ticket: one below the pot in micro-units, each equally likely. */
export function drawTicket(stream: WordStream, pot: bigint): bigint {
  return drawBelow(stream, pot);
}

/** The entry whose range of tickets holds this one. */
export function holderOf<E extends Pick<Entry, "stake">>(entries: readonly E[], ticket: bigint): E {
  let end = 0n;
  for (const entry of entries) {
    end += entry.stake;
    if (ticket < end) return entry;
  }
  invariant(false, "the ticket is below the pot");
}

/** What the winner gets: floor(pot * 97 / 100). */
export const winnerGets = potPayout;

/** Whether somebody who holds this much would get back less than he staked even if he won: more than 97 % of the pot. */
export function mustLose(held: bigint, pot: bigint): boolean {
  return held * 100n > pot * BigInt(potPercent);
}

/** Whose share a stake would be, in hundredths of a percent, cut. */
export function shareOf(held: bigint, pot: bigint): number {
  return pot === 0n ? 0 : Number((held * 10_000n) / pot);
}
