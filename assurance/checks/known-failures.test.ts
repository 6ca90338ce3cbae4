import { expect, test } from "vitest";
import { readFailureTitles, tableFaults, unnamed, untried } from "../known-failures/check.ts";
import { cannot, failure, shownBy } from "../known-failures/failures.ts";
import { failures } from "../known-failures/rows.ts";

test("every known failure is answered for every game, by tests that are there", async () => {
  expect(failures.map(({ number }) => number)).toEqual(Array.from({ length: 27 }, (_, i) => i + 1));
  expect(tableFaults(await readFailureTitles())).toEqual([]);
  expect(unnamed()).toEqual([]);
  expect(unnamed({ "crash: gone": "x" })).toEqual(["crash: gone"]);
});

test("every test of the rows has been seen to fail on its bug", () => {
  expect(untried()).toEqual([]);
  expect(untried({})).toContain("crash: 10: players cannot cash out another player's bet");
});

test("a test that is gone, a game that is forgotten, and a game that both can and cannot are found out", () => {
  const titles = new Map([["crash", new Set(["there"])]]);
  const faults = (...answers: Parameters<typeof failure>[2][]) => tableFaults(titles, [failure(1, "x", ...answers)]);
  expect(faults(shownBy("all", "crash: there"))).toEqual([]);
  expect(faults(shownBy("all", "crash: gone"))).toEqual(["1 names no test: crash: gone"]);
  expect(faults(shownBy("crash", "crash: there"), cannot(["instant", "steps", "roulette", "rooms"], "so"))).toEqual([
    "1 forgets duels",
    "1 forgets battles",
  ]);
  expect(faults(shownBy("all", "crash: there"), cannot("crash", "so"))).toEqual(["1 says two things of crash"]);
});
