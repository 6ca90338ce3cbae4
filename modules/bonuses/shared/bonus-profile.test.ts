import { expect, test } from "vitest";
import { leastGameRate, mostWagerUk, refusedBy } from "./bonus-profile.ts";
import { gamesOf, mostWager } from "./terms.ts";

test("the UK profile divides the requirement by the lowest rate", () => {
  // 10 times at a rate of 250 is 40 times the bonus in bets.
  expect(refusedBy("uk", { product: "games", wager: 10 })).toEqual({ field: "wager", key: "wager_over_profile" });
  expect(refusedBy("uk", { product: "games", wager: 3 })).toBeDefined();
  expect(refusedBy("uk", { product: "games", wager: 2 })).toBeUndefined();
  expect((mostWagerUk * 1000) / leastGameRate).toBeLessThanOrEqual(10);
  expect(refusedBy("base", { product: "games", wager: mostWager })).toBeUndefined();
});

test("in the UK profile a bonus is for our own games, whose rates are known beforehand", () => {
  expect(refusedBy("uk", { product: "betting", wager: 1 })).toEqual({ field: "product", key: "product_over_profile" });
  expect(gamesOf("games")).toEqual(expect.arrayContaining(["dice", "slots", "tables"]));
  expect(gamesOf("games", { profile: "uk" })).toContain("dice");
  for (const product of ["slots", "tables", "betting"])
    expect(gamesOf("games", { profile: "uk" })).not.toContain(product);
});
