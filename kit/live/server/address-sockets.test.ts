import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { createAddressSockets } from "./address-sockets.ts";
import type { Peers } from "./peers.ts";

/** Two nodes that hear each other, each with its sockets. */
function twoNodes() {
  const clock = manualClock();
  const receivers: ((message: unknown) => void)[] = [];
  const dropped: string[] = [];
  const nodes = ["a", "b"].map((run, own) => {
    const link = {
      nodes: () => 2,
      send: (_channel: string, message: unknown) =>
        receivers.forEach((receive, index) => void (index !== own && receive(message))),
      onMessage: (_channel: string, receive: (message: unknown) => void) => void receivers.push(receive),
      dropped: (reason: string) => void dropped.push(reason),
    };
    return createAddressSockets({ clock, most: 60, peers: { link: link as unknown as Peers, run } });
  });
  const [a, b] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
  return { clock, a, b, receivers, dropped };
}

const times = (count: number, task: () => void) => Array.from({ length: count }, task);

test("the sockets of an address at all nodes count", () => {
  const { a, b } = twoNodes();
  times(40, () => a.opened("203.0.113.9"));
  times(20, () => b.opened("203.0.113.9"));
  expect([a.of("203.0.113.9"), b.of("203.0.113.9")]).toEqual([60, 60]);
  times(39, () => a.closed("203.0.113.9"));
  expect([a.of("203.0.113.9"), b.of("203.0.113.9")]).toEqual([21, 20]);
});

test("a node that is gone takes its sockets with it", async () => {
  const { clock, a, b } = twoNodes();
  times(40, () => a.opened("203.0.113.9"));
  await clock.advance(30_000);
  expect(b.of("203.0.113.9")).toBe(40);
  a.stop();
  await clock.advance(20_000);
  expect(b.of("203.0.113.9")).toBe(0);
});

test("what is no count is dropped", () => {
  const { b, receivers, dropped } = twoNodes();
  for (const message of [{}, ["a"], ["a", "203.0.113.9", -1], ["a", "203.0.113.9", 1.5], null])
    for (const receive of receivers) receive(message);
  expect(b.of("203.0.113.9")).toBe(0);
  expect(dropped).toHaveLength(10);
});
