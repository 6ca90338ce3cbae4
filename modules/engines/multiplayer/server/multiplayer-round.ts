import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { ShownPlayer } from "#modules/bets/server/index.ts";
import type { MultiplayerDraws, MultiplayerFacts } from "#modules/fairness/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { MultiplayerRoundState } from "./end-store.ts";

/**
 * Rounds of a few players with a seat each: one opens a round, others take its free seats with the same stake; the last seat closes entry, and a
 * committed secret and a beacon's value decide. Duels and battles are such rounds.
 */

export type Reason = "withdrawn" | "expired" | "late" | "no_beacon";

/** A taken seat; player and key are null for the casino. */
export interface Seat {
  /** 1 is the opener's. */
  readonly seat: number;
  readonly player: PlayerId | null;
  readonly key: Uuid | null;
}

/** A round as stored in the game's tables. */
export interface MultiplayerRound {
  readonly number: bigint;
  readonly state: MultiplayerRoundState;
  readonly currency: Currency;
  /** Stake of each seat. */
  readonly stake: Micros;
  /** Number of seats. */
  readonly size: number;
  readonly rulesVersion: string;
  /** Taken seats, by number. */
  readonly seats: readonly Seat[];
  readonly openedAt: Date;
  readonly endedAt: Date | null;
  readonly reason: Reason | null;
}

/** A round without a number yet. */
export type Fresh<R extends MultiplayerRound> = Omit<R, "number">;

/** How a seat's stake ends in a decided round. */
export interface SeatEnd {
  readonly seat: number;
  readonly payout: Micros;
  readonly outcome: Json;
}

/** The published close record. */
export interface Close {
  readonly entriesHash: string;
  readonly beacon: { readonly round: number; readonly dueAt: number; readonly test: boolean };
}

/**
 * A round in the memory of its one owner. A seat is taken, or the round cancelled, in one synchronous step, so a race between two joining players, or
 * between a joining player and the opener, has one winner.
 */
export interface LiveRound<R extends MultiplayerRound> {
  /** The round as stored, plus the seats whose stakes have been placed since. */
  stored: R;
  /** Seats whose stakes are being placed, with the player of each; null for the casino. */
  readonly taking: Map<number, PlayerId | null>;
  /** Being refunded: cancelled by its opener, or expired. */
  withdrawn: boolean;
  readonly commitment: string;
  readonly bets: Map<number, Bet>;
  readonly publicProfiles: Map<number, ShownPlayer>;
  close: Close | null;
}

/** The lowest seat that is neither taken nor being taken; undefined when the round can no longer be joined. */
export function freeSeat({
  stored,
  taking,
  withdrawn,
}: Pick<LiveRound<MultiplayerRound>, "stored" | "taking" | "withdrawn">) {
  if (withdrawn || stored.state !== "open") return undefined;
  for (let seat = 1; seat <= stored.size; seat++)
    if (!taking.has(seat) && !stored.seats.some(each => each.seat === seat)) return seat;
  return undefined;
}

/** Whether this player has a seat in the round or is taking one. */
export function isIn(
  { stored, taking }: Pick<LiveRound<MultiplayerRound>, "stored" | "taking">,
  player: PlayerId,
): boolean {
  return stored.seats.some(each => each.player === player) || [...taking.values()].includes(player);
}

/** All seats are taken: entry closes, or has closed. */
export const isFull = ({ size, seats }: MultiplayerRound): boolean => seats.length === size;

/** The opener's seat. */
export const openerOf = ({ seats }: MultiplayerRound): Seat | undefined => seats.find(({ seat }) => seat === 1);

/** The lines of a round's entry list. */
export function entriesOf(
  draws: Pick<MultiplayerDraws, "publicId">,
  game: string,
  { number, stake, seats }: Pick<MultiplayerRound, "number" | "stake" | "seats">,
) {
  return seats.map(({ seat, player }) => ({
    seat,
    player: player === null ? "house" : draws.publicId(game, number, player),
    stake,
  }));
}

/** The close record of a round read from the store. */
export function closeOf({ entries_hash, beacon }: MultiplayerFacts): Close | null {
  if (entries_hash === null || !beacon) return null;
  const { round, due_at, test } = beacon;
  return { entriesHash: entries_hash, beacon: { round, dueAt: Date.parse(due_at), test } };
}

export function factsIn(facts: ReadonlyMap<bigint, MultiplayerFacts>, number: bigint): MultiplayerFacts {
  return required(facts.get(number), "a round that was opened has a commitment");
}
