import { expect, test } from "vitest";
import { createSessionClock } from "./session-clock.ts";

test("the countdown begins two minutes before the end and stops at zero", () => {
  const clock = createSessionClock();
  clock.set({ idle_seconds: 900, life_seconds: 28_800 }, 1_000);
  expect(clock.countdown(1_000)).toBeNull();
  expect(clock.countdown(1_000 + 779_000)).toBeNull();
  expect(clock.countdown(1_000 + 780_000)).toEqual({ seconds: 120, over: false });
  expect(clock.countdown(1_000 + 950_000)).toEqual({ seconds: 0, over: false });
});

test("activity is sent once a minute, and not after the end", () => {
  const clock = createSessionClock();
  clock.set({ idle_seconds: 900, life_seconds: 28_800 }, 0);
  expect([0, 1, 59_999, 60_000, 60_001].map(now => clock.noteActivity(now))).toEqual([true, false, false, true, false]);
  expect(clock.noteActivity(900_000)).toBe(false);
});

test("the last minutes of eight hours are named as such", () => {
  const clock = createSessionClock();
  clock.set({ idle_seconds: 60, life_seconds: 60 }, 0);
  expect(clock.countdown(0)).toEqual({ seconds: 60, over: true });
});
