import { expect, test } from "vitest";
import { groupBy } from "./group-by.ts";

test("groups keep the order of their items and of their first one", () => {
  const groups = groupBy(["bet", "win", "void", "refund", "won"], ([first]) => first);
  expect([...groups]).toEqual([
    ["b", ["bet"]],
    ["w", ["win", "won"]],
    ["v", ["void"]],
    ["r", ["refund"]],
  ]);
});
