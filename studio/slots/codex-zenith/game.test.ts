import { expect, test } from "vitest";
import { readProof } from "#studio/engine/par/stored.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { base, codexZenith, expandedPay, reelsWith } from "./game.ts";

describeSlot(codexZenith);

test("codex-zenith has the figures of its specification", () => {
  const [base, buy] = readProof("codex-zenith")?.modes ?? [];
  const parts = Object.fromEntries((base?.parts ?? []).map(({ name, rtp }) => [name, rtp]));
  expect(parts.lines).toBeCloseTo(0.565, 4);
  expect(parts.books).toBeCloseTo(0.0149, 4);
  expect(parts["free spins"]).toBeCloseTo(0.381, 4);
  expect((base?.rtp ?? 0) - (base?.cap ?? 0)).toBeCloseTo(0.960993, 6);
  expect(1 / (base?.features[0]?.probability ?? 1)).toBeCloseTo(196.55, 2);
  // 10.536 free spins of 7.1077 stakes.
  expect(base?.features[0]?.worth).toBeCloseTo(10.536 * 7.1077, 2);
  expect((buy?.rtp ?? 0) - (buy?.cap ?? 0)).toBeCloseTo(0.96, 3);
});

test("an expanded symbol pays on all ten lines wherever its reels are", () => {
  const cells = Int8Array.from("Att" + "ttt" + "tAt" + "ttt" + "ttA", letter => base.letters.indexOf(letter));
  const sun = base.letters.indexOf("A");
  expect(reelsWith(cells, sun)).toBe(3);
  expect(expandedPay(sun, 3)).toBe(1000);
  expect(expandedPay(sun, 5)).toBe(codexZenith.maxWin * codexZenith.units);
});
