import { expect, test } from "vitest";
import { lockAfter, lockedUntil } from "./lock.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const now = at(10);

test.each([
  ["none and none wished for", null, 0, null],
  ["none and a week", null, 7, at(17)],
  ["one that is over and none wished for", at(9), 0, null],
  ["one that is over and a day", at(9), 1, at(11)],
  ["a longer one and a day", at(30), 1, at(30)],
  ["a shorter one and a week", at(12), 7, at(17)],
  ["one in force and none wished for", at(12), 0, at(12)],
] as const)("a lock only grows: %s", (_what, present, days, after) => {
  expect(lockAfter(present, days, now)).toEqual(after);
});

test("it prevents play, and during a self-exclusion it prevents nothing", () => {
  const until = at(40);
  expect(lockedUntil(at(12), null, now)).toEqual(at(12));
  expect(lockedUntil(at(12), { kind: "time_out", until }, now)).toEqual(at(12));
  expect(lockedUntil(at(12), { kind: "self_exclusion", until }, now)).toBeNull();
  expect(lockedUntil(at(10), null, now)).toBeNull();
  expect(lockedUntil(null, null, now)).toBeNull();
});
