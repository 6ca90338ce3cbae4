import { describe, expect, test } from "vitest";
import { describeTable } from "#studio/testing/table-suite.ts";
import type { TableGame } from "../shared/table-game.ts";
import { meridianRoulette } from "./game.ts";
import { odds } from "./odds.ts";
import { payoutOf } from "./rules.ts";
import { pockets, spotById, spots } from "./spots.ts";

const numbers = Array.from({ length: pockets }, (_, number) => number);
const count = (kind: string) => spots.filter(spot => spot.kind === kind).length;

describeTable(meridianRoulette as TableGame, { odds: odds(), edges: { red: "2.7027", "straight-0": "2.7027" } });

describe("European roulette", () => {
  test("has every spot of a single-zero layout, each once", () => {
    expect(spotById.size).toBe(spots.length);
    expect(new Set(spots.map(spot => spot.numbers.join())).size).toBe(spots.length);
    const kinds = ["straight", "split", "street", "trio", "corner", "first-four", "line", "column", "dozen"];
    expect([...kinds, "even-money"].map(count)).toEqual([37, 60, 12, 2, 22, 1, 11, 3, 3, 6]);
  });
  test("returns exactly 36/37 of the stake on every spot, over all 37 numbers", () => {
    for (const { id } of spots) {
      const returned = numbers.reduce((sum, number) => sum + payoutOf(number, [{ spot: id, amount: 1n }]), 0n);
      expect(returned, id).toBe(36n);
    }
  });
  test("pays 35:1, 17:1, 11:1, 8:1, 5:1, 2:1 and 1:1, the stake returned", () => {
    const spot = (id: string) => payoutOf(1, [{ spot: id, amount: 10n }]);
    const ids = ["straight-1", "split-1-2", "street-1", "corner-1", "line-1", "column-1", "dozen-1", "red"];
    expect(ids.map(spot)).toEqual([360n, 180n, 120n, 90n, 60n, 30n, 30n, 20n]);
  });
  test("pays nothing outside on zero", () => {
    const outside = spots.filter(({ kind }) => ["column", "dozen", "even-money"].includes(kind));
    expect(
      payoutOf(
        0,
        outside.map(({ id }) => ({ spot: id, amount: 5n })),
      ),
    ).toBe(0n);
  });
  test("adds up the spots of a layout and refuses one that does not exist", () => {
    const layout = [
      { spot: "straight-17", amount: 1_000_000n },
      { spot: "black", amount: 2_000_000n },
      { spot: "red", amount: 2_000_000n },
    ];
    expect(payoutOf(17, layout)).toBe(40_000_000n);
    expect(payoutOf(18, layout)).toBe(4_000_000n);
    expect(() => payoutOf(17, [{ spot: "straight-37", amount: 1n }])).toThrow("no spot straight-37");
  });
});
