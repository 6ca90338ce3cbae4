import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { amountField, currencyField, cursorField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import type { Currency } from "#kit/money/currency.ts";
import {
  betAnswer,
  expectedRoundField,
  gameInfoShape,
  publicIdentity,
  stakeCurrencyField,
} from "#modules/bets/shared/contract.ts";
import { stakeErrors } from "#modules/bets/shared/errors.ts";
import { multiplayerProof } from "#modules/fairness/shared/proof.ts";
import { notAlone, notInRoom, roomFull, roundMaximumPassed } from "./errors.ts";
import { roomColours } from "./limits.ts";

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A player's public id in one round. */
const publicId = z.string();
const colourField = z.enum(roomColours);
const colourParams = z.object({ colour: colourField });

/** Null where the round was refunded. `seat` and `payout` are the winner's. */
const outcome = z.object({ ticket: z.nullable(z.string()), seat: z.nullable(z.int()), payout: z.nullable(moneyField) });

export const getRooms = route({
  method: "GET",
  path: "/api/v1/games/rooms",
  module: "rooms",
  caller: "anyone",
  moves: "nothing",
  summary: "What the rooms offer the caller: smallest stake of each, the most one player may have in a round, return",
  output: dataOf(
    z.object({
      ...gameInfoShape,
      rooms: z.array(z.object({ colour: colourField, min: moneyField, max: moneyField })),
    }),
  ),
});

export const placeRoomBet = route({
  method: "POST",
  path: "/api/v1/games/rooms/:colour/bets",
  module: "rooms",
  caller: "player",
  moves: "wager",
  summary: "Adds a stake to the room's pot in the caller's currency; every stake has its own range of tickets",
  params: colourParams,
  body: z.object({ stake: amountField, currency: stakeCurrencyField, round: expectedRoundField }),
  status: 201,
  output: betAnswer(outcome, multiplayerProof),
  errors: [...stakeErrors, roundMaximumPassed, roomFull],
  socket: true,
});

export const leaveRoom = route({
  method: "DELETE",
  path: "/api/v1/games/rooms/:colour/bets",
  module: "rooms",
  caller: "player",
  moves: "nothing",
  summary: "Returns the caller's stakes while nobody else is in the round; the round ends and a new one begins",
  params: colourParams,
  output: dataOf(z.object({ round: z.int(), currency: currencyField, refunded: moneyField })),
  errors: [notInRoom, notAlone],
});

/** A finished round as shown to everyone. */
export const pastRoomRound = z.object({
  /** `rooms-12`, for GET /api/v1/rounds/:id. */
  id: z.string(),
  round: z.int(),
  colour: colourField,
  currency: currencyField,
  status: z.enum(["paid", "refunded"]),
  /** Why the stakes were refunded: `left`, `alone`, `restart`, `late`, `no_beacon`. */
  reason: z.nullable(z.string()),
  pot: moneyField,
  players: z.int(),
  ticket: z.nullable(z.string()),
  seat: z.nullable(z.int()),
  payout: z.nullable(moneyField),
  /** `held` is all that the winner had in the pot. */
  winner: z.nullable(z.object({ id: publicId, face: z.nullable(publicIdentity), held: moneyField })),
  ended_at: timeField,
});

export const getRoomRounds = route({
  method: "GET",
  path: "/api/v1/games/rooms/:colour/rounds",
  module: "rooms",
  caller: "anyone",
  moves: "nothing",
  summary: "Finished rounds of a room in the caller's currency, newest first",
  params: colourParams,
  query: z.object({ cursor: cursorField }),
  output: pageOf(pastRoomRound),
});

/** One stake in the pot, in order of arrival. The hash of the entry list is over `seat:player:stake in micro-units` of these. */
export const roomEntry = z.object({
  seat: z.int(),
  player: publicId,
  face: z.nullable(publicIdentity),
  test: z.boolean(),
  stake: moneyField,
});

export const roomState = z.enum(["waiting", "counting", "drawing", "paid", "refunded"]);

const beaconShape = z.object({ round: z.int(), due_at: timeField, test: z.boolean() });

const roomSnapshot = z.object({
  colour: colourField,
  /** Null only while no process runs the rooms. */
  round: z.nullable(z.int()),
  state: z.nullable(roomState),
  /** SHA-256 of the round's secret. */
  commitment: z.nullable(hex32),
  /** When entry closes; null before the second player. */
  counting_until: z.nullable(timeField),
  pot: moneyField,
  entries: z.array(roomEntry),
  /** Both null until entry has closed. */
  entries_hash: z.nullable(hex32),
  beacon: z.nullable(beaconShape),
  /** The result of a round whose end is still on the screens. */
  result: z.nullable(pastRoomRound),
  /** The caller's public id in this round; null for guests. */
  me: z.nullable(publicId),
  history: z.array(pastRoomRound),
});

const inRoom = { colour: colourField, round: z.int() };

function roomsChannelOf(currency: Currency) {
  return channel({
    name: `rooms-${currency.toLowerCase()}`,
    module: "rooms",
    caller: "anyone",
    summary: `The three rooms with pots in ${currency}: who joins, the count, the close record, the draw`,
    snapshot: z.object({ rooms: z.array(roomSnapshot) }),
    events: {
      opened: z.object({ ...inRoom, commitment: hex32 }),
      /** At most four times a second a room. `counting_until` is set from the second player on. */
      joins: z.object({
        ...inRoom,
        entries: z.array(roomEntry),
        pot: moneyField,
        counting_until: z.nullable(timeField),
      }),
      /** The close record. Its entry list was published with the joins, and is complete in the round's public record. */
      drawing: z.object({ ...inRoom, entries_hash: hex32, entries: z.int(), beacon: beaconShape }),
      paid: z.object({ result: pastRoomRound }),
      refunded: z.object({ result: pastRoomRound }),
    },
  });
}

export type RoomsChannel = ReturnType<typeof roomsChannelOf>;

/** One channel a currency: a page follows that of its player. */
export const roomsRub = roomsChannelOf("RUB");
export const roomsUsd = roomsChannelOf("USD");
export const roomsKzt = roomsChannelOf("KZT");
export const roomsInr = roomsChannelOf("INR");
export const roomsEur = roomsChannelOf("EUR");
export const roomsChannels: Readonly<Record<Currency, RoomsChannel>> = {
  RUB: roomsRub,
  USD: roomsUsd,
  KZT: roomsKzt,
  INR: roomsInr,
  EUR: roomsEur,
};

export type RoomEntry = z.output<typeof roomEntry>;
export type RoomState = z.output<typeof roomState>;
export type RoomSnapshot = z.output<typeof roomSnapshot>;
export type PastRoomRound = z.output<typeof pastRoomRound>;
