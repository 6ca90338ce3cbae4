import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import { expectedCost, totalStake } from "./campaign.ts";

test("a campaign's expected cost is the stakes of its rounds by the game's RTP, cut to a micro-unit", () => {
  const stakes = totalStake(micros(200_000n), 20);
  expect(stakes).toBe(4_000_000n);
  expect(expectedCost(stakes, "96.2")).toBe(3_848_000n);
  expect(expectedCost(micros(1n), "96.03")).toBe(0n);
  expect(expectedCost(stakes, "96")).toBe(3_840_000n);
});
