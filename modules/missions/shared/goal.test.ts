import { expect, test } from "vitest";
import { countsFrom, type Done, mondayOf, progressOf } from "./goal.ts";

const nothing: Done = { games: 0, bestMultiplier: 0, seeds: 0, limits: 0 };

test.each([
  ["2026-11-22T23:59:59Z", "2026-11-16"],
  ["2026-11-23T00:00:00Z", "2026-11-23"],
  ["2026-11-28T12:00:00Z", "2026-11-23"],
  ["2027-01-01T00:00:00Z", "2026-12-28"],
])("the week of %s began on %s", (at, monday) => {
  expect(mondayOf(Date.parse(at))).toBe(monday);
});

test("a goal is reached exactly, and never passed", () => {
  const games = { kind: "games", count: 3 } as const;
  expect([0, 2, 3, 9].map(n => progressOf(games, { ...nothing, games: n }).done)).toEqual([0, 2, 3, 3]);
  const tenfold = { kind: "multiplier", count: 10 } as const;
  expect([0, 99_999, 100_000, 1_000_000].map(n => progressOf(tenfold, { ...nothing, bestMultiplier: n }))).toEqual(
    [0, 999, 1_000, 1_000].map(done => ({ done, of: 1_000 })),
  );
  expect(progressOf({ kind: "seed" }, { ...nothing, limits: 4 })).toEqual({ done: 0, of: 1 });
  expect(progressOf({ kind: "limit" }, { ...nothing, limits: 4 })).toEqual({ done: 1, of: 1 });
});

test("what was done before a mission with a prize opened does not count, what earned a badge does", () => {
  const now = Date.parse("2026-11-28T12:00:00Z");
  const openedAt = new Date("2026-11-26T10:00:00Z");
  expect(countsFrom({ period: "week", openedAt, prize: 1n, startedAt: null }, now)).toBe("2026-11-26");
  expect(countsFrom({ period: "week", openedAt, prize: 1n, startedAt: null }, now + 7 * 86_400_000)).toBe("2026-11-30");
  expect(countsFrom({ period: "once", openedAt, prize: 1n, startedAt: null }, now)).toBe("2026-11-26");
  expect(countsFrom({ period: "once", openedAt, prize: null, startedAt: null }, now)).toBe("1970-01-01");
});

test("what was done before a mission was started for the player does not count, whenever it opened", () => {
  const now = Date.parse("2026-11-28T12:00:00Z");
  const openedAt = new Date("2026-11-20T10:00:00Z");
  const started = (at: string) => countsFrom({ period: "once", openedAt, prize: 1n, startedAt: new Date(at) }, now);
  expect(started("2026-11-26T23:59:59Z")).toBe("2026-11-26");
  expect(started("2026-11-27T00:00:00Z")).toBe("2026-11-27");
});
