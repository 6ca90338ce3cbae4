import { expect, test } from "vitest";
import { createTracer, type EndedSpan } from "#kit/host/tracer.ts";
import { createMemoryBroker } from "#kit/live/server/fanout/memory-fanout.ts";
import type { LeaderFrame } from "#kit/live/server/peers.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { manualClock, settled } from "#kit/testing/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { createPeers } from "./bus-peers.ts";
import type { LeaderRow } from "./cluster-store.ts";

const [former, next] = ["the secret of before, 32 characters", "the secret of after, 32 characters"] as const;
const player = "00000000-0000-4000-8000-000000000001" as PlayerId;

/** Nodes on one broker by name, each with the secrets it was started with; what each has received. */
function cluster(secrets: Readonly<Record<string, readonly string[]>>) {
  const broker = createMemoryBroker();
  const clock = manualClock();
  const nodes = Object.entries(secrets).map(([name, own]) => {
    const received: unknown[] = [];
    const peers = createPeers({
      host: { clock, log: quietLog, metrics: quietMetrics },
      node: { name, leads: () => true, epochOf: () => 1n, count: () => 2 },
      directory: { find: async () => undefined, forget: () => undefined },
      asker: { ask: async () => ({ kind: "not_done", reason: "" }), close: () => undefined },
      secrets: own,
      fanout: broker.connect(),
    });
    peers.onFrame("crash", (frame: LeaderFrame) => received.push(frame.text));
    peers.onMessage("dice", message => received.push(message));
    peers.watch("me", player, message => received.push(message));
    return { name, peers, received };
  });
  return { clock, nodes };
}

const steps = {
  "the next one known": { a: [former, next], b: [former] },
  "the two exchanged": { a: [next, former], b: [former, next] },
  "the former one forgotten": { a: [next], b: [next, former] },
} as const;

test.each(Object.entries(steps))(
  "while the secret is being changed (%s) nodes get each other's events",
  async (_, secrets) => {
    const { clock, nodes } = cluster(secrets);
    for (const { name, peers } of nodes) {
      peers.sendFrame("crash", { epoch: 1n, seq: 1, text: `frame of ${name}` });
      peers.send("dice", `bets of ${name}`);
      peers.send("me", `balance of ${name}`, player);
    }
    await clock.advance(100);
    await settled();
    const of = (name: string) => [`frame of ${name}`, `bets of ${name}`, `balance of ${name}`];
    expect(nodes.map(({ received }) => received)).toEqual([of("b"), of("a")]);
  },
);

test("clusters with different secrets on one broker do not get each other's events", async () => {
  const { clock, nodes } = cluster({ a: [former], b: [next] });
  for (const { peers } of nodes) peers.sendFrame("crash", { epoch: 1n, seq: 1, text: "a frame" });
  await clock.advance(100);
  await settled();
  expect(nodes.map(({ received }) => received)).toEqual([[], []]);
});

test("what a traced step publishes is delivered as a step of its trace, at once or in a list; what no traced step publishes is not", async () => {
  const broker = createMemoryBroker();
  const clock = manualClock();
  const node = (name: string) => {
    const spans: EndedSpan[] = [];
    const tracer = createTracer({ clock, random: seededRandom(name), share: 1, onEnd: span => spans.push(span) });
    const peers = createPeers({
      host: { clock, log: quietLog, metrics: quietMetrics, tracer },
      node: { name, leads: () => true, epochOf: () => 1n, count: () => 2 },
      directory: { find: async () => undefined, forget: () => undefined },
      asker: { ask: async () => ({ kind: "not_done", reason: "" }), close: () => undefined },
      secrets: [former],
      fanout: broker.connect(),
    });
    return { spans, tracer, peers };
  };
  const [a, b] = [node("a"), node("b")];
  const received: unknown[] = [];
  b.peers.onFrame("crash", ({ text }) => received.push(text));
  b.peers.watch("me", player, message => received.push(message));
  a.peers.sendFrame("crash", { epoch: 1n, seq: 1, text: "untraced" });
  await a.tracer.call(
    "bet",
    async () => {
      a.peers.sendFrame("crash", { epoch: 1n, seq: 2, text: "frame" });
      a.peers.send("me", "balance", player);
      return 200;
    },
    status => status,
  );
  await clock.advance(100);
  await settled();
  expect(received).toEqual(["untraced", "frame", "balance"]);
  const [bet] = a.spans;
  expect(b.spans.map(({ name, traceId, parentId }) => [name, traceId, parentId])).toEqual([
    ["bus.deliver", bet?.traceId, bet?.spanId],
    ["bus.deliver", bet?.traceId, bet?.spanId],
  ]);
});

test("a leader's beats reach the other nodes after the frames before them, and not the leader itself", async () => {
  const { nodes } = cluster({ a: [former], b: [former] });
  for (const { peers, received } of nodes) peers.onBeat("crash", beat => received.push(beat));
  const [a, b] = nodes;
  a?.peers.sendFrame("crash", { epoch: 3n, seq: 7, text: "a frame" });
  a?.peers.sendBeat("crash", { epoch: 3n, seq: 7 });
  a?.peers.sendBeat("roulette", { epoch: 1n, seq: 1 });
  await settled();
  expect([a?.received, b?.received]).toEqual([[], ["a frame", { epoch: 3n, seq: 7 }]]);
});

test("rounds are led elsewhere where the database lists another node", async () => {
  const leader = (node: string): LeaderRow => ({
    name: "crash",
    node,
    epoch: 1n,
    timeline: 1,
    address: null,
    beatAgoMs: 0,
  });
  const isLedElsewhere = (row: LeaderRow | undefined) =>
    createPeers({
      host: { clock: manualClock(), log: quietLog, metrics: quietMetrics },
      node: { name: "a", leads: () => false, epochOf: () => undefined, count: () => 2 },
      directory: { find: async () => row, forget: () => undefined },
      asker: { ask: async () => ({ kind: "not_done", reason: "" }), close: () => undefined },
      secrets: [former],
      fanout: undefined,
    }).isLedElsewhere("crash");
  expect(await Promise.all([leader("b"), leader("a"), undefined].map(isLedElsewhere))).toEqual([true, false, false]);
});
