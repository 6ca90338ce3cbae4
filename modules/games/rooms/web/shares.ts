import { formatAmount, micros } from "#kit/money/amount.ts";
import type { OwnBet } from "#modules/engines/shared-rounds/web/missed.ts";
import type { PastRoomRound } from "../shared/contract.ts";
import { type RoomColour, roomColours } from "../shared/limits.ts";
import { heldBy, type RoomsView } from "./rooms-view.ts";

/** All stakes of the player in one round of a room. */
export interface Share {
  /** The id of the round: `red-7`. */
  readonly id: string;
  readonly colour: RoomColour;
  readonly round: number;
  /** The player's public id in that round. */
  readonly me: string;
  /** Micro-units. */
  readonly held: bigint;
}

/** The player's shares in the rounds on the page. */
export function sharesIn(view: RoomsView): readonly Share[] {
  return roomColours.flatMap(colour => {
    const { round, me } = view[colour];
    const held = heldBy(view[colour]);
    return round === null || me === null || held === 0n ? [] : [{ id: `${colour}-${round}`, colour, round, me, held }];
  });
}

/** A share's current state; undefined if its round is over and its result is not on the page. `past`: results found elsewhere. */
export function standingOf(
  { id, colour, round, me, held }: Share,
  view: RoomsView,
  currency: string,
  past: readonly PastRoomRound[] = [],
): OwnBet | undefined {
  const room = view[colour];
  const stake = formatAmount(micros(held));
  const known = room.result ? [room.result, ...room.history, ...past] : [...room.history, ...past];
  const end = known.find(each => each.colour === colour && each.round === round);
  if (end?.status === "refunded") return { id, currency, stake, payout: stake, status: "voided" };
  if (end) return { id, currency, stake, payout: end.winner?.id === me ? (end.payout ?? "0") : "0", status: "settled" };
  return room.round === round ? { id, currency, stake, payout: "0", status: "open" } : undefined;
}
