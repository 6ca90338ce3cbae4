import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type BusServer, busServers, startBusServer } from "#kit/live/testing/bus-server.ts";
import { ask, openTwoNodes, type Person, personWithMoney, type TwoNodes } from "./testing/two-nodes.ts";

/** Sockets at two nodes: both hear the same, and a bus that is away delays events and nothing else. */

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a message; types would only repeat it.
type Message = any;

const kind = busServers.redis ? "redis" : busServers.nats ? "nats" : undefined;

let bus: BusServer | undefined;
let nodes: TwoNodes;
let alice: Person;
beforeAll(async () => {
  bus = kind && (await startBusServer(kind));
  nodes = await openTwoNodes(bus && { BUS_URL: bus.url });
  alice = await personWithMoney(nodes.leader);
});
afterAll(async () => {
  await nodes.close();
  bus?.stop();
});

/** A socket at a node, subscribed to channels, with all that it received. */
async function listen(node: TwoNodes["leader"], channels: readonly string[], token?: string) {
  const ws = new WebSocket(`ws://127.0.0.1:${node.port}/ws`, { headers: { host: "api.fairhouse.localhost" } });
  const received: Message[] = [];
  ws.on("message", data => received.push(JSON.parse(data.toString())));
  await new Promise(resolve => ws.once("open", resolve));
  ws.send(JSON.stringify({ hello: token === undefined ? {} : { token } }));
  for (const channel of channels) ws.send(JSON.stringify({ sub: channel }));
  const of = (channel: string) => received.filter(message => message.channel === channel);
  for (const channel of channels) await expect.poll(() => of(channel).length).toBeGreaterThan(0);
  return { received, of, sub: (channel: string) => ws.send(JSON.stringify({ sub: channel })), close: () => ws.close() };
}

const dice = (node: TwoNodes["leader"]) =>
  ask(node, "POST", "/api/v1/games/dice/bets", {
    token: alice.token,
    body: { stake: "1.00", direction: "over", target: "49.50" },
  });

test("the snapshot of a shared round is the leader's at either node, the player's own bets included", async () => {
  const here = await listen(nodes.leader, ["crash"], alice.token);
  const there = await listen(nodes.other, ["crash"], alice.token);
  const [own, other] = [here.of("crash")[0], there.of("crash")[0]];
  expect(other.snapshot.round).toBeGreaterThan(0);
  expect(Math.abs(other.snapshot.round - own.snapshot.round)).toBeLessThan(2);
  await expect
    .poll(
      async () =>
        (await ask(nodes.other, "POST", "/api/v1/games/crash/bets", { token: alice.token, body: { stake: "1" } }))
          .status,
      { interval: 300 },
    )
    .toBe(201);
  there.sub("crash");
  await expect
    .poll(
      () =>
        there
          .of("crash")
          .filter(each => each.snapshot)
          .at(-1)?.snapshot.mine,
    )
    .toHaveLength(1);
  here.close();
  there.close();
});

describe.skipIf(kind === undefined)(
  kind ? `over ${kind}` : "no bus: redis-server and nats-server are not installed",
  () => {
    test("a socket at the node that does not lead gets the leader's frames, numbers and all", async () => {
      const here = await listen(nodes.leader, ["crash"]);
      const there = await listen(nodes.other, ["crash"]);
      const events = (socket: typeof here) => socket.of("crash").filter(each => each.event);
      await expect.poll(() => events(there).length, { timeout: 60_000 }).toBeGreaterThan(2);
      const first = events(there)[0];
      const from = events(here).findIndex(each => each.seq === first.seq);
      expect(from).toBeGreaterThanOrEqual(0);
      await expect.poll(() => events(here).slice(from, from + 3)).toEqual(events(there).slice(0, 3));
      expect(first.seq).toBeGreaterThan(2 ** 31);
      here.close();
      there.close();
    });

    test("a bet at one node is in the feed and in the player's balance at the other", async () => {
      const there = await listen(nodes.other, ["dice", "me"], alice.token);
      const { body } = await dice(nodes.leader);
      await expect
        .poll(() => there.of("dice").flatMap(each => each.data?.bets ?? []))
        .toMatchObject([{ id: body.data.id }]);
      await expect
        .poll(() => there.of("me").at(-1)?.data)
        .toMatchObject({ currency: "USD", balance: body.data.balance });
      const later = await listen(nodes.other, ["dice"]);
      expect(later.of("dice")[0].snapshot.bets[0].id).toBe(body.data.id);
      there.close();
      later.close();
    });

    test("while the bus is away bets are taken, rounds are read every second, and events come back with it", async () => {
      const there = await listen(nodes.other, ["crash"]);
      bus?.stop();
      expect((await dice(nodes.leader)).status).toBe(201);
      const snapshots = () => there.of("crash").filter(each => each.snapshot).length;
      there.sub("crash");
      const before = snapshots();
      await expect.poll(snapshots, { timeout: 30_000 }).toBeGreaterThan(before + 2);
      await bus?.start();
      const events = () => there.of("crash").filter(each => each.event).length;
      const eventsBefore = events();
      await expect.poll(events, { timeout: 60_000 }).toBeGreaterThan(eventsBefore);
      there.close();
    });
  },
);
