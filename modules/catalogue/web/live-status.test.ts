import { expect, test } from "vitest";
import type { LiveTable } from "../shared/contract.ts";
import { secondsLeft } from "./live-status.tsx";

const table = (closes_in_ms: number | null): LiveTable => ({
  provider: "house",
  slug: "meridian-roulette",
  phase: "betting",
  closes_in_ms,
  players: 3,
  results: [],
});

test("seconds are counted on from the last read, and end with the betting", () => {
  const seen = { table: table(12_400), readAt: 1_000 };
  expect([1_000, 1_400, 1_401, 13_399].map(now => secondsLeft(seen, now))).toEqual([13, 12, 12, 1]);
  expect(secondsLeft(seen, 13_400)).toBeNull();
  expect(secondsLeft({ table: table(null), readAt: 0 }, 0)).toBeNull();
});
