import type { ChannelEvent } from "#kit/contract/channel.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PublicIdentity } from "#modules/bets/shared/contract.ts";
import type { PastRoomRound, RoomEntry, RoomSnapshot, RoomsChannel } from "../shared/contract.ts";
import { type RoomColour, roomColours } from "../shared/limits.ts";
import { shareOf } from "../shared/rules.ts";

/** The page's state of one room: the channel's snapshot, updated by its events. Times are server milliseconds. */
export interface RoomView {
  readonly colour: RoomColour;
  /** False until the first snapshot. */
  readonly known: boolean;
  readonly round: number | null;
  readonly state: RoomSnapshot["state"];
  readonly commitment: string | null;
  readonly countingUntilMs: number | null;
  readonly entries: readonly RoomEntry[];
  /** Micro-units. */
  readonly pot: bigint;
  readonly entriesHash: string | null;
  readonly beacon: RoomSnapshot["beacon"];
  readonly result: PastRoomRound | null;
  /** The round ended while the page was open: the result is animated, not only shown. */
  readonly live: boolean;
  readonly me: string | null;
  readonly history: readonly PastRoomRound[];
}

export type RoomsView = Readonly<Record<RoomColour, RoomView>>;

const historyLimit = 12;
const nothing = {
  round: null,
  state: null,
  commitment: null,
  countingUntilMs: null,
  entries: [],
  pot: 0n,
  entriesHash: null,
  beacon: null,
  result: null,
  live: false,
  me: null,
};

const byColour = (make: (colour: RoomColour) => RoomView): RoomsView =>
  Object.fromEntries(roomColours.map(colour => [colour, make(colour)])) as unknown as RoomsView;

export const emptyRooms: RoomsView = byColour(colour => ({ ...nothing, known: false, colour, history: [] }));

export type RoomsEvent = ChannelEvent<RoomsChannel>;

const time = (text: string | null): number | null => (text === null ? null : Date.parse(text));

export function viewOfSnapshot(snapshot: { rooms: readonly RoomSnapshot[] }): RoomsView {
  return byColour(colour => {
    const room = snapshot.rooms.find(each => each.colour === colour);
    if (!room) return { ...emptyRooms[colour], known: true };
    const { round, state, commitment, entries, beacon, result, me, history } = room;
    return {
      known: true,
      colour,
      round,
      state,
      commitment,
      entries,
      beacon,
      result,
      me,
      history,
      live: false,
      countingUntilMs: time(room.counting_until),
      pot: parseDecimal(room.pot),
      entriesHash: room.entries_hash,
    };
  });
}

/** Applies one event of the channel. Events of a round other than the current one change only the history. */
export function applyRooms(view: RoomsView, message: RoomsEvent): RoomsView {
  const colour = "result" in message.data ? message.data.result.colour : message.data.colour;
  return { ...view, [colour]: inRoom(view[colour], message) };
}

function inRoom(room: RoomView, message: RoomsEvent): RoomView {
  if (message.event === "opened") {
    const { round, commitment } = message.data;
    return { ...nothing, known: true, colour: room.colour, history: room.history, round, commitment, state: "waiting" };
  }
  if (message.event === "paid" || message.event === "refunded") return ended(room, message.data.result);
  if (message.data.round !== room.round) return room;
  if (message.event === "drawing") {
    const { entries_hash: entriesHash, beacon } = message.data;
    return { ...room, state: "drawing", entriesHash, beacon };
  }
  const { entries, pot, counting_until } = message.data;
  const known = new Set(room.entries.map(entry => entry.seat));
  const fresh = entries.filter(entry => !known.has(entry.seat));
  return {
    ...room,
    state: room.state === "waiting" && counting_until !== null ? "counting" : room.state,
    entries: [...room.entries, ...fresh].sort((a, b) => a.seat - b.seat),
    pot: parseDecimal(pot),
    countingUntilMs: time(counting_until),
  };
}

function ended(room: RoomView, result: PastRoomRound): RoomView {
  const seen = result.players === 0 ? room.history : [result, ...room.history.filter(each => each.id !== result.id)];
  const history = seen.slice(0, historyLimit);
  if (result.round !== room.round) return { ...room, history };
  return { ...room, history, state: result.status, result, live: true };
}

/** The response to the caller's own stake: from here on the page can identify their entries. */
export function withMe(view: RoomsView, colour: RoomColour, round: number, me: string): RoomsView {
  return view[colour].round === round ? { ...view, [colour]: { ...view[colour], me } } : view;
}

/** A player in the pot, with all their stakes. */
export interface RoomPlayer {
  readonly id: string;
  readonly face: PublicIdentity | null;
  readonly test: boolean;
  readonly held: bigint;
  /** Hundredths of a percent of the pot, truncated. */
  readonly share: number;
  /** First and last ticket of each of their ranges, adjacent ones merged. */
  readonly ranges: readonly { readonly from: bigint; readonly to: bigint }[];
  /** Index in the palette: in order of arrival. */
  readonly hue: number;
}

/** The players in the pot, largest share first. */
export function playersIn(room: Pick<RoomView, "entries">): readonly RoomPlayer[] {
  const players = new Map<string, { entry: RoomEntry; held: bigint; ranges: { from: bigint; to: bigint }[] }>();
  let next = 0n;
  for (const entry of room.entries) {
    const stake = parseDecimal(entry.stake);
    const player = players.get(entry.player) ?? { entry, held: 0n, ranges: [] };
    const last = player.ranges.at(-1);
    if (last && last.to + 1n === next) last.to = next + stake - 1n;
    else player.ranges.push({ from: next, to: next + stake - 1n });
    player.held += stake;
    next += stake;
    players.set(entry.player, player);
  }
  return [...players.values()]
    .map(({ entry, held, ranges }, hue) => {
      return { id: entry.player, face: entry.face, test: entry.test, held, share: shareOf(held, next), ranges, hue };
    })
    .sort((a, b) => (a.held < b.held ? 1 : a.held > b.held ? -1 : a.hue - b.hue));
}

export function heldBy(room: RoomView): bigint {
  return room.entries.reduce((sum, { player, stake }) => (player === room.me ? sum + parseDecimal(stake) : sum), 0n);
}

/** The wheel's state: at rest, turning to the winning ticket, stopped with the ticket shown, then with the name. */
export type WheelPhase = "still" | "turning" | "ticket" | "shown";

/** What may be shown of a result. Of a new one whose animation has not begun nothing may be visible. */
export function shownWheelPhase(
  ended: string | null,
  live: boolean,
  wheelPhase: { id: string | null; at: WheelPhase },
): WheelPhase {
  if (ended === null) return "still";
  if (wheelPhase.id === ended) return wheelPhase.at;
  return live ? "turning" : "shown";
}
