import { expect, test } from "vitest";
import { missedOf } from "#modules/engines/shared-rounds/web/missed.ts";
import type { PastRoomRound, RoomSnapshot } from "../shared/contract.ts";
import { viewOfSnapshot } from "./rooms-view.ts";
import { sharesIn, standingOf } from "./shares.ts";

const waiting: RoomSnapshot = {
  colour: "red",
  round: 7,
  state: "waiting",
  commitment: null,
  counting_until: null,
  pot: "30",
  me: "me-in-7",
  entries_hash: null,
  beacon: null,
  result: null,
  history: [],
  entries: [
    { seat: 1, player: "me-in-7", stake: "10", face: null, test: false },
    { seat: 2, player: "b", stake: "15", face: null, test: false },
    { seat: 3, player: "me-in-7", stake: "5", face: null, test: false },
  ],
};
const past: PastRoomRound = {
  id: "rooms-7",
  round: 7,
  colour: "red",
  currency: "RUB",
  status: "paid",
  reason: null,
  pot: "30",
  players: 2,
  ticket: "12",
  seat: 3,
  payout: "29.1",
  winner: { id: "me-in-7", face: null, held: "15" },
  ended_at: "",
};
const refunded: PastRoomRound = {
  ...past,
  status: "refunded",
  reason: "no_beacon",
  ticket: null,
  seat: null,
  payout: null,
  winner: null,
};
const lost: PastRoomRound = { ...past, winner: { id: "b", face: null, held: "15" } };
const next = (history: PastRoomRound[]) =>
  viewOfSnapshot({ rooms: [{ ...waiting, round: 8, entries: [], pot: "0", me: "me-in-8", history }] });
const before = viewOfSnapshot({ rooms: [waiting] });
const said = (after: ReturnType<typeof next>, elsewhere: readonly PastRoomRound[] = []) => {
  const standing = (view: typeof after) =>
    sharesIn(before).flatMap(share => standingOf(share, view, "RUB", view === before ? [] : elsewhere) ?? []);
  return missedOf(standing(before), standing(after));
};

test("all stakes of a player in a round are one share", () => {
  expect(sharesIn(before)).toEqual([{ id: "red-7", colour: "red", round: 7, me: "me-in-7", held: 15_000_000n }]);
  expect(sharesIn(next([]))).toEqual([]);
});

test.each([
  ["the round continues", before, { kind: "open" }],
  ["won", next([past]), { kind: "paid", amount: "29.1", currency: "RUB" }],
  ["lost", next([lost]), { kind: "lost", amount: "15", currency: "RUB" }],
  ["given back", next([refunded]), { kind: "voided", amount: "15", currency: "RUB" }],
  [
    "won, with the end still on the screens",
    viewOfSnapshot({ rooms: [{ ...waiting, state: "paid", result: past }] }),
    { kind: "paid", amount: "29.1", currency: "RUB" },
  ],
  ["gone from the page", next([]), null],
] as const)("after a reconnect the page shows one note about a share: %s", (_name, after, expected) => {
  expect(said(after)).toEqual(expected);
});

test("a round that ended earlier is found among the rounds of its room only", () => {
  expect(said(next([]), [{ ...lost, colour: "purple" }, past])).toMatchObject({ kind: "paid" });
});
