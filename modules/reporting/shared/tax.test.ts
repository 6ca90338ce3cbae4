import { expect, test } from "vitest";
import { ruleOn, taxOn } from "./tax.ts";

const rule = (number: number, since: string, country = "KZ") => ({
  number,
  since,
  country,
  product: "casino" as const,
});

test("the rule of a day is the latest one that has begun, and a correction of one day comes after it", () => {
  const rules = [rule(1, "2026-01-01"), rule(2, "2026-03-01"), rule(3, "2026-01-01"), rule(4, "2026-02-01", "UZ")];
  const on = (day: string, country: string | null = "KZ") => ruleOn(rules, { country, product: "casino", day })?.number;
  expect([on("2025-12-31"), on("2026-01-01"), on("2026-02-28"), on("2026-03-01")]).toEqual([undefined, 3, 3, 2]);
  expect([on("2026-03-01", "UZ"), on("2026-03-01", null)]).toEqual([4, undefined]);
  expect(ruleOn(rules, { country: "KZ", product: "betting", day: "2026-03-01" })).toBeUndefined();
});

test("a rate is applied in whole micro-units, and a loss is not taxed", () => {
  expect(taxOn(1_000_001n, 1250)).toBe(125_000n);
  expect([taxOn(-5_000_000n, 1250), taxOn(0n, 1250), taxOn(7n, 10_000), taxOn(7n, 0)]).toEqual([0n, 0n, 7n, 0n]);
});
