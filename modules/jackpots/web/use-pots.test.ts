import { expect, test } from "vitest";
import type { Pot } from "../shared/contract.ts";
import { filledPercent } from "./show.ts";
import { withChanges } from "./use-pots.ts";

const pot = (id: string, amount: string): Pot => ({ id, amount, pot: 1, entries: 1, last_hash: "" });

test("changes of the channel replace the pots that they name, and add new ones", () => {
  const shown = withChanges([pot("a", "1"), pot("b", "2")], [pot("b", "3"), pot("c", "4")]);
  expect(shown.map(({ amount }) => amount)).toEqual(["1", "3", "4"]);
});

test("how full a must-hit-by pot is, cut to a whole percentage", () => {
  const jackpot = { amount: "999.999999", bound: "1000" };
  expect(filledPercent({ ...jackpot, kind: "must_hit_by" })).toBe(99);
  expect(filledPercent({ ...jackpot, kind: "random" })).toBeUndefined();
});
