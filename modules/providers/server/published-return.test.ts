import { expect, test } from "vitest";
import { publishedReturn } from "./published-return.ts";
import type { Registry } from "./registry.ts";

const slot = {
  modes: [
    { mode: "base", rtp: "96.20" },
    { mode: "ante", rtp: "96.1" },
    { mode: "buy", rtp: "95.57", buy: "65" },
  ],
};
const registry = {
  byAccount: (game: string) =>
    game === "provider-100" ? { games: new Map([["crown-assay", { manifest: slot }]]) } : undefined,
} as unknown as Registry;

test("a bet of a provider returns what is published for how it was played, at most", () => {
  const percentOf = (choice: object, game = "provider-100") => {
    const ratio = publishedReturn(registry, game, choice as never);
    return ratio && Number((ratio.numerator * 1_000_000n) / ratio.denominator) / 10_000;
  };
  expect(percentOf({ slug: "crown-assay", kind: "stake" })).toBe(96.2);
  expect(percentOf({ slug: "crown-assay", kind: "buy" })).toBe(95.57);
  expect(percentOf({ slug: "crown-assay", kind: "ante" })).toBe(96.2);
  expect(percentOf({ slug: "unknown", kind: "stake" })).toBeUndefined();
  expect(percentOf({ slug: "crown-assay", kind: "stake" }, "provider-101")).toBeUndefined();
});
