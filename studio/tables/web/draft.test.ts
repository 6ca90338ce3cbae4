import { expect, test } from "vitest";
import { meridianRoulette } from "../roulette/game.ts";
import { clear, type Draft, double, merged, noDraft, place, type Room, toSend, undo } from "./draft.ts";

const room: Room = { limits: meridianRoulette.limits("EUR"), sent: [] };
const chip = (spot: string, euros: bigint) => ({ spot, amount: euros * 1_000_000n });
const put = (draft: Draft, spot: string, euros: bigint, within = room) =>
  place(draft, [chip(spot, euros)], within) as Draft;

test("chips on one spot add up, and each press is undone separately", () => {
  const twice = put(put(put(noDraft, "red", 5n), "straight-8", 1n), "red", 5n);
  expect(toSend(twice)).toEqual([
    { spot: "red", amount: "10" },
    { spot: "straight-8", amount: "1" },
  ]);
  expect(toSend(undo(twice))).toEqual([
    { spot: "red", amount: "5" },
    { spot: "straight-8", amount: "1" },
  ]);
  expect(undo(undo(undo(undo(twice)))).layout).toEqual([]);
});

test("clearing is one press that can be undone", () => {
  const draft = put(put(noDraft, "red", 5n), "odd", 5n);
  expect(clear(draft).layout).toEqual([]);
  expect(undo(clear(draft)).layout).toEqual(draft.layout);
  expect(clear(noDraft)).toBe(noDraft);
});

test("nothing is placed over the limit of a spot or of the table, with what was sent before", () => {
  expect(place(noDraft, [chip("straight-8", 201n)], room)).toBeUndefined();
  const sent: Room = { limits: room.limits, sent: [chip("straight-8", 150n)] };
  expect(place(noDraft, [chip("straight-8", 51n)], sent)).toBeUndefined();
  expect(place(noDraft, [chip("straight-8", 50n)], sent)).toBeDefined();
  expect(place(noDraft, [chip("red", 2_000n), chip("odd", 1n)], room)).toBeUndefined();
});

test("doubles what lies there, else what was sent", () => {
  expect(toSend(double(put(noDraft, "red", 5n), room) as Draft)).toEqual([{ spot: "red", amount: "10" }]);
  const sent: Room = { limits: room.limits, sent: [chip("odd", 7n)] };
  expect(toSend(double(noDraft, sent) as Draft)).toEqual([{ spot: "odd", amount: "7" }]);
  expect(double(noDraft, room)).toBeUndefined();
});

test("layouts become one", () => {
  expect(merged([[chip("red", 1n)], [chip("red", 2n), chip("odd", 1n)]])).toEqual([chip("red", 3n), chip("odd", 1n)]);
});
