import { expect, test } from "vitest";
import { cashOutShare, shareSteps } from "./cash-out-share.ts";

const sums = (stake: string, most: string) => ({ open_stake: stake, possible_return: most, currency: "USD" });

test("a share pays its part of the offer, cut to a cent, and the rest returns its part", () => {
  expect(cashOutShare(sums("10", "34"), "23.51", 50)).toEqual({
    paid: 11_750_000n,
    rest: 5_000_000n,
    restReturns: 17_000_000n,
  });
  expect(cashOutShare(sums("10", "34"), "23.51", 100)).toEqual({ paid: 23_510_000n, rest: 0n, restReturns: 0n });
});

test("shares leave at least the smallest slip, or nothing", () => {
  expect(shareSteps(sums("10", "34"))).toHaveLength(20);
  expect(shareSteps(sums("0.2", "1"))).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 100]);
  expect(shareSteps(sums("0.1", "1"))).toEqual([100]);
});
