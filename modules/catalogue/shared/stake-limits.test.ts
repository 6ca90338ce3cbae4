import { expect, test } from "vitest";
import { allowsMore } from "./stake-limits.ts";

const limit = (min: string, max: string) => ({ EUR: { min, max } });

test.each([
  ["a lower maximum", limit("1", "100"), limit("1", "50"), false],
  ["the same in other digits", limit("1", "100"), limit("1.00", "100.0"), false],
  ["a first limit", {}, limit("1", "50"), false],
  [
    "a limit in another currency as well",
    limit("1", "100"),
    { ...limit("1", "100"), KZT: { min: "5", max: "9" } },
    false,
  ],
  ["a higher maximum", limit("1", "100"), limit("1", "100.01"), true],
  ["a lower minimum", limit("1", "100"), limit("0.5", "100"), true],
  ["no limit any more", limit("1", "100"), {}, true],
  [
    "lower in one currency and none in another",
    { ...limit("1", "9"), KZT: { min: "5", max: "9" } },
    limit("1", "8"),
    true,
  ],
])("%s: allows more is %s", (_name, before, after, expected) => {
  expect(allowsMore(before, after)).toBe(expected);
});
