import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { BattleRow } from "../shared/contract.ts";
import { battleEnd, battlesRules, seatPrice } from "../shared/rules.ts";
import { ownEnd, prizesOf, runsOf, totalOf } from "./battle-view.ts";
import { reelMsOf } from "./use-show.ts";

const { current: rules } = battlesRules;
const { cases } = rules.cases;

const slugs = ["orchard", "orchard", "bazaar"];
const tickets = [
  [0, 999_999],
  [13_358, 500_000],
  [1, 2],
];
const end = battleEnd(rules, slugs, tickets, "RUB");
const row: BattleRow = {
  id: "battles-1",
  round: 1,
  state: "paid",
  currency: "RUB",
  stake: "40",
  cases: slugs,
  size: 2,
  seats: [],
  opened_at: "",
  expires_at: "",
  ended_at: "",
  commitment: "",
  entries_hash: null,
  beacon: null,
  reason: null,
  result: { tickets, totals: [], pot: "0", winners: [...end.winners], payouts: ["12.5", "0"] },
};

test("the prizes shown for a seat add up to the rules' total, round by round", () => {
  expect(seatPrice(rules, slugs, "RUB")).toBe(40_000_000n);
  for (const seat of [1, 2]) expect(totalOf(prizesOf(row, seat, 3))).toBe(end.totals[seat - 1]);
  expect(prizesOf(row, 1, 0)).toEqual([]);
  expect(prizesOf(row, 1, 2).map(({ prize }) => prize.item)).toEqual(["sun", "coins"]);
  expect(prizesOf({ ...row, result: null }, 1, 3)).toEqual([]);
  expect(totalOf([{ value: micros(1n) }, { value: micros(2n) }])).toBe(3n);
});

test("successive equal cases are named once", () => {
  expect(runsOf(["orchard", "orchard", "bazaar", "orchard"])).toEqual([
    ["orchard", 2],
    ["bazaar", 1],
    ["orchard", 1],
  ]);
  expect(runsOf([])).toEqual([]);
});

test("a spectator has no result of their own", () => {
  expect(ownEnd(row, 1)).toEqual({ id: "battles-1", stake: "40", payout: "12.5" });
  expect(ownEnd(row, null)).toBeNull();
  expect(ownEnd({ ...row, result: null }, 1)).toBeNull();
});

test("no battle takes more than half a minute to show, and every strip is long enough to see", () => {
  for (let count = 1; count <= 10; count++) {
    expect(reelMsOf(count)).toBeGreaterThanOrEqual(1_400);
    expect(reelMsOf(count) * count).toBeLessThanOrEqual(30_000);
  }
  expect(required(cases[0], "a case").prizes.length).toBeGreaterThan(1);
});
