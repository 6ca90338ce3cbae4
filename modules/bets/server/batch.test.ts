import { expect, test } from "vitest";
import type { Clock } from "#kit/host/host.ts";
import { createBatch } from "./batch.ts";

/** A virtual clock; timers run in order of time. */
function handClock(): Clock & { advance(ms: number): void } {
  let now = 0;
  let timers: { at: number; task: () => void }[] = [];
  return {
    now: () => now,
    monotonic: () => now,
    after(ms, task) {
      const timer = { at: now + ms, task };
      timers.push(timer);
      return () => {
        timers = timers.filter(each => each !== timer);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = timers.filter(each => each.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = next.at;
        timers = timers.filter(each => each !== next);
        next.task();
      }
      now = end;
    },
  };
}

test("a busy feed publishes at most four times a second and loses nothing", () => {
  const clock = handClock();
  const sent: { at: number; items: readonly number[] }[] = [];
  const batch = createBatch<number>(clock, items => sent.push({ at: clock.now(), items }));
  for (let i = 0; i < 1000; i++) {
    batch.add(i);
    clock.advance(2);
  }
  clock.advance(1000);
  expect(sent.flatMap(each => each.items)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  for (let i = 1; i < sent.length; i++) expect((sent[i]?.at ?? 0) - (sent[i - 1]?.at ?? 0)).toBeGreaterThanOrEqual(250);
  expect(sent.length).toBeLessThanOrEqual(9);
});

test("the first item after a quiet time goes out at once, and a flush sends pending items", () => {
  const clock = handClock();
  const sent: (readonly string[])[] = [];
  const batch = createBatch<string>(clock, items => sent.push(items));
  batch.add("alice");
  expect(sent).toEqual([["alice"]]);
  batch.add("bob");
  batch.flush();
  expect(sent).toEqual([["alice"], ["bob"]]);
  clock.advance(1000);
  expect(sent).toHaveLength(2);
});
