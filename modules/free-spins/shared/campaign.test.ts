import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import { expectedCost, faceValue } from "./campaign.ts";

test("a campaign's expected cost is the stakes of its rounds by the game's RTP, cut to a micro-unit", () => {
  const face = faceValue(micros(200_000n), 20);
  expect(face).toBe(4_000_000n);
  expect(expectedCost(face, "96.2")).toBe(3_848_000n);
  expect(expectedCost(micros(1n), "96.03")).toBe(0n);
  expect(expectedCost(face, "96")).toBe(3_840_000n);
});
