import { expect, test } from "vitest";
import type { SharedBuckets, Taken } from "#kit/host/shared-buckets.ts";
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
  const limiter = memoryRateLimiter(manualClock(), { capacity: 10 });
  const rate = { burst: 1, perMinute: 1 };
  await limiter.take("mallory", rate);
  for (let i = 0; i < 100; i++) {
    await limiter.take(`visitor ${i}`, rate);
    expect(limiter.take("mallory", rate)).toBeGreaterThan(0);
  }
});

/** Limiters of so many nodes that exchange what they took, while `state.connected`. */
function nodesOf(count: number) {
  const clock = manualClock();
  const state = { connected: true, sent: 0 };
  const receivers: ((taken: Taken) => void)[] = [];
  const limiters = Array.from({ length: count }, (_, own) => {
    const shared: SharedBuckets = {
      nodes: () => count,
      isConnected: () => state.connected,
      send(taken) {
        state.sent += 1;
        receivers.forEach((receive, index) => void (index !== own && receive(taken)));
      },
      onTaken: receive => void receivers.push(receive),
    };
    return memoryRateLimiter(clock, { shared });
  });
  /** How many of `tries` at all nodes in turn are granted. */
  const granted = (tries: number) =>
    Array.from({ length: tries }, (_, i) => limiters[i % count]?.take("alice", { burst: 60, perMinute: 60 })).filter(
      wait => wait === 0,
    ).length;
  return { clock, state, granted };
}

test.each([1, 2, 3, 10])("over %i nodes an address gets at most half a burst more than at one", async count => {
  const { clock, granted } = nodesOf(count);
  const first = granted(1_000);
  expect(first).toBeGreaterThanOrEqual(60);
  expect(first).toBeLessThanOrEqual(90);
  await clock.advance(60_000);
  granted(1_000);
  let more = 0;
  for (let second = 0; second < 60; second++) {
    await clock.advance(1_000);
    more += granted(40);
  }
  expect(more).toBeGreaterThan(50);
  expect(more).toBeLessThanOrEqual(90);
});

test("nodes that cannot exchange what they took grant their share only", async () => {
  const { state, granted } = nodesOf(3);
  state.connected = false;
  expect(granted(1_000)).toBe(60);
});

test("nothing is sent about a visitor below a node's share", () => {
  const { state, granted } = nodesOf(2);
  granted(20);
  expect(state.sent).toBe(0);
});
