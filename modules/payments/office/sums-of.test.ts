import { expect, test } from "vitest";
import { sumsOf } from "./sums-of.ts";

test("amounts are summed exactly, each currency on its own", () => {
  const rows = [
    { currency: "USD", amount: "0.1" },
    { currency: "KZT", amount: "5000" },
    { currency: "USD", amount: "0.2" },
  ];
  expect(sumsOf(rows)).toEqual([
    ["USD", "0.3"],
    ["KZT", "5000"],
  ]);
  expect(sumsOf([])).toEqual([]);
});
