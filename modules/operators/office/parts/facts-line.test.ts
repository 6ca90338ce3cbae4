import { expect, test } from "vitest";
import { factChanges, factsLine } from "./facts-line.ts";

test("facts are one line; what is no object has none", () => {
  expect(factsLine({ stake: "1.50", free: true, ids: [1] })).toBe("stake: 1.50, free: true, ids: [1]");
  expect([factsLine(null), factsLine("text")]).toEqual(["", ""]);
});

test("of two states only what differs is named, with what was added and what is gone", () => {
  expect(factChanges({ max: "5", min: "1", note: "old" }, { max: "10", min: "1", currency: "USD" })).toEqual([
    { name: "max", from: "5", to: "10" },
    { name: "note", from: "old", to: undefined },
    { name: "currency", from: undefined, to: "USD" },
  ]);
});

test("two equal states are shown whole: the entry was made, though nothing has changed", () => {
  expect(factChanges({ max: "5" }, { max: "5" })).toEqual([{ name: "max", from: "5", to: "5" }]);
  expect(factChanges(null, { state: "open" })).toEqual([{ name: "state", from: undefined, to: "open" }]);
});
