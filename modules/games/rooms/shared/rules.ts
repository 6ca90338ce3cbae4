import { drawBelow } from "#kit/fair/draw.ts";
import type { Entry } from "#kit/fair/entries.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, type Ratio } from "#kit/money/amount.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type PotRules, potPayout, returnedOfPot } from "#modules/engines/multiplayer/shared/pot.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";

/**
 * Rooms: players put stakes into one pot, one ticket per micro-unit, and one ticket is drawn. Tickets are numbered from 0 in
 * order of arrival. Every function is pure.
 */

/** What the hash of the configuration covers. */
export interface RoomsRules extends PotRules {
  readonly version: string;
  /** From the second player to the close. */
  readonly count_seconds: number;
}

const rooms1: RoomsRules = { version: "rooms-1", payout_percent: 97, count_seconds: 30 };

export const roomsRules = ruleVersions({ current: rooms1, all: [rooms1] });

/** Of rounds that begin now. */
export const countMs = roomsRules.current.count_seconds * 1000;
/** A player who is alone this long gets their stakes back. */
export const aloneMs = 600_000;
/** How long the end of a round stays on the screens. */
export const restMs = 9_000;
/** Largest number of stakes of one player, and of all, in one round: bounds the messages to watchers. */
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

/** What a stake returns on average: the pot less our fee. */
export const returnedOf: (rules: RoomsRules) => Ratio = returnedOfPot;

/** What the winner gets of the pot. */
export const winnerGets = potPayout;

/** Whether someone who holds this much would get back less than they staked even if they won: more of the pot than the winner gets. */
export function mustLose({ payout_percent: percent }: RoomsRules, held: bigint, pot: bigint): boolean {
  return held * 100n > pot * BigInt(percent);
}

/** Whose share a stake would be, in hundredths of a percent, cut. */
export function shareOf(held: bigint, pot: bigint): number {
  return pot === 0n ? 0 : Number((held * 10_000n) / pot);
}
