import { expect, test } from "vitest";
import { readProof } from "#studio/engine/par/stored.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { lanternHarbour, lanternValue } from "./game.ts";
import { endsFrom } from "./proof.ts";

describeSlot(lanternHarbour);

test("lantern-harbour has the figures of its specification", () => {
  const [base] = readProof("lantern-harbour")?.modes ?? [];
  const parts = Object.fromEntries((base?.parts ?? []).map(({ name, rtp }) => [name, rtp]));
  expect(parts.lines).toBeCloseTo(0.5851, 4);
  expect(parts.lanterns).toBeCloseTo(0.374, 4);
  expect(parts.grand).toBeCloseTo(0.0049, 4);
  expect(base?.hitExact).toBe("77675683/259886641");
  expect(1 / (base?.features[0]?.probability ?? 1)).toBeCloseTo(130.57, 2);
});

test("a lantern pays 6.0322 stakes on average", () => {
  const sum = lanternValue.table.reduce((total, { value, weight }) => total + value * weight, 0);
  expect([sum, lanternValue.total]).toEqual([60_322, 10_000]);
});

test("every feature ends somewhere, and one that starts full ends full", () => {
  for (let count = 6; count <= 15; count++) {
    const ends = endsFrom(count);
    expect(ends.reduce((sum, end) => sum + end, 0)).toBeCloseTo(1, 12);
    expect(ends.slice(0, count).every(end => end === 0)).toBe(true);
  }
  expect(endsFrom(15)[15]).toBe(1);
  expect(endsFrom(14)[15]).toBeCloseTo(1 - (23 / 24) ** 3, 12);
});
