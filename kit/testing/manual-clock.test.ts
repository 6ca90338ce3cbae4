import { expect, test } from "vitest";
import { manualClock } from "./manual-clock.ts";

test("tasks run in order of time, each at its own moment, and what they start runs too", async () => {
  const clock = manualClock(1000);
  const seen: [string, number][] = [];
  clock.after(50, () => seen.push(["late", clock.now()]));
  clock.after(10, () => {
    seen.push(["early", clock.now()]);
    void Promise.resolve().then(() => clock.after(5, () => seen.push(["after early", clock.now()])));
  });
  const cancel = clock.after(20, () => seen.push(["cancelled", clock.now()]));
  cancel();
  await clock.advance(49);
  expect(seen).toEqual([
    ["early", 1010],
    ["after early", 1015],
  ]);
  await clock.advance(1);
  expect(seen.at(-1)).toEqual(["late", 1050]);
  expect(clock.pending).toBe(0);
});

test("setting the time of day moves no timer", async () => {
  const clock = manualClock(1000);
  let rang = false;
  clock.after(100, () => {
    rang = true;
  });
  clock.setNow(0);
  await clock.advance(99);
  expect([rang, clock.now(), clock.monotonic()]).toEqual([false, 99, 99]);
  await clock.advance(1);
  expect(rang).toBe(true);
});
