import { expect, test } from "vitest";
import { micros, microsPerUnit } from "#kit/money/amount.ts";
import { vipLevelOf, vipLevels } from "./levels.ts";

test("the first level opens at a wager of 100 roubles, to the micro-unit", () => {
  expect(vipLevelOf(micros(100n * microsPerUnit - 1n))).toBeNull();
  expect(vipLevelOf(micros(100n * microsPerUnit))).toBe("brass");
});

test("each level begins exactly at its threshold, and thresholds increase", () => {
  for (const [index, { name, from }] of vipLevels.entries()) {
    expect(vipLevelOf(from)).toBe(name);
    expect(vipLevelOf(micros(from - 1n))).toBe(vipLevels[index - 1]?.name ?? null);
  }
  expect(vipLevelOf(micros(vipLevels[4].from * 1000n))).toBe("onyx");
});
