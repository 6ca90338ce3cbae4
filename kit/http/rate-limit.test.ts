import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { memoryRateLimiter } from "./rate-limit.ts";

test("a bucket empties, returns how long to wait, and refills", async () => {
  const clock = manualClock();
  const limiter = memoryRateLimiter(clock);
  const rate = { burst: 2, perMinute: 6 };
  expect([limiter.take("alice", rate), limiter.take("alice", rate), limiter.take("alice", rate)]).toEqual([0, 0, 10]);
  expect(limiter.take("bob", rate)).toBe(0);
  await clock.advance(4_000);
  expect(limiter.take("alice", rate)).toBe(6);
  await clock.advance(6_000);
  expect([limiter.take("alice", rate), limiter.take("alice", rate)]).toEqual([0, 10]);
});

test("many callers do not grow it, and an active one is not evicted", async () => {
  const limiter = memoryRateLimiter(manualClock(), 1, 10);
  const rate = { burst: 1, perMinute: 1 };
  await limiter.take("mallory", rate);
  for (let i = 0; i < 100; i++) {
    await limiter.take(`visitor ${i}`, rate);
    expect(limiter.take("mallory", rate)).toBeGreaterThan(0);
  }
});
