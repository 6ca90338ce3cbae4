import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import { differenceOf, type Side } from "./differences.ts";

const bet: Side = { kind: "bet", currency: "USD", amount: micros(5n), state: "ok" };

test.each<[string, Side, Side | undefined, string | undefined]>([
  ["the same on both sides", bet, bet, undefined],
  ["a bet that is not here", bet, undefined, "missing_here"],
  ["a refused bet that is not here", { ...bet, state: "refused" }, undefined, undefined],
  ["another amount", bet, { ...bet, amount: micros(6n) }, "amount"],
  ["another currency", bet, { ...bet, currency: "EUR" }, "currency"],
  ["a bet that was rolled back here", bet, { ...bet, state: "rolled_back" }, "state"],
  ["a bet that was rolled back there", { ...bet, state: "rolled_back" }, bet, "state"],
  [
    "a tombstone, which has no amount",
    { ...bet, state: "rolled_back" },
    { ...bet, state: "rolled_back", amount: micros(0n) },
    undefined,
  ],
  ["a win that is a bet here", { ...bet, kind: "win" }, bet, "kind"],
  ["a rollback", { ...bet, kind: "rollback", amount: micros(0n) }, { ...bet, kind: "rollback" }, undefined],
])("%s", (_what, theirs, ours, expected) => {
  expect(differenceOf(theirs, ours)).toBe(expected);
});
