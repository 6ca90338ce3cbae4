import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { createReadPace } from "./read-pace.ts";

function paced(gapMs: number) {
  const clock = manualClock();
  const reads: number[] = [];
  const start = clock.monotonic();
  const pace = createReadPace(gapMs, () => reads.push(clock.monotonic() - start), {
    now: clock.monotonic,
    after: clock.after,
  });
  return { clock, reads, pace };
}

test("many hints within a gap are one read at its end", async () => {
  const { clock, reads, pace } = paced(2_000);
  pace.hint();
  pace.hint();
  await clock.advance(1_999);
  expect(reads).toEqual([]);
  await clock.advance(1);
  expect(reads).toEqual([2_000]);
  await clock.advance(10_000);
  expect(reads).toEqual([2_000]);
});

test("after a quiet time a hint is read at once", async () => {
  const { clock, reads, pace } = paced(2_000);
  await clock.advance(30_000);
  pace.hint();
  await clock.advance(0);
  expect(reads).toEqual([30_000]);
});

test("a page that has been left does not read", async () => {
  const { clock, reads, pace } = paced(2_000);
  pace.hint();
  pace.stop();
  await clock.advance(10_000);
  expect(reads).toEqual([]);
});
