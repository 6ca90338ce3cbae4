import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { encodeFrame } from "#kit/cluster/bus-frame.ts";
import { type BusServer, busServers, connectStranger, startBusServer } from "#kit/live/testing/bus-server.ts";
import { required } from "#kit/std/invariant.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { ask, clusterSecret, openTwoNodes, type Person, personWithMoney, type TwoNodes } from "./testing/two-nodes.ts";

/** Sockets at two nodes: both hear the same, and a bus that is away delays events and nothing else. */

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a message; types would only repeat it.
type Message = any;

const kind = busServers.redis ? "redis" : busServers.nats ? "nats" : undefined;

/** Milliseconds within which a round of crash says something: nothing happens in a flight without bets, and the longest takes 231 s. */
const quietFlight = 270_000;
const patient = { timeout: 3 * quietFlight };

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

test(
  "the snapshot of a shared round is the leader's at either node, the player's own bets included",
  patient,
  async () => {
    const here = await listen(nodes.leader, ["crash"], alice.token);
    const there = await listen(nodes.other, ["crash"], alice.token);
    const [own, other] = [here.of("crash")[0], there.of("crash")[0]];
    expect(other.snapshot.round).toBeGreaterThan(0);
    expect(Math.abs(other.snapshot.round - own.snapshot.round)).toBeLessThan(2);
    const snapshots = () => there.of("crash").filter(each => each.snapshot);
    const bet = () =>
      ask(nodes.other, "POST", "/api/v1/games/crash/bets", { token: alice.token, body: { stake: "1" } });
    // A round may end between the bet and the snapshot: then the next one counts.
    const ownBets = async () => {
      if ((await bet()).status !== 201) return undefined;
      const before = snapshots().length;
      there.sub("crash");
      await expect.poll(() => snapshots().length).toBeGreaterThan(before);
      return snapshots().at(-1).snapshot.mine;
    };
    await expect.poll(ownBets, { interval: 300, timeout: quietFlight }).toHaveLength(1);
    here.close();
    there.close();
  },
);

describe.skipIf(kind === undefined)(
  kind ? `over ${kind}` : "no bus: redis-server and nats-server are not installed",
  () => {
    test("a socket at the node that does not lead gets the leader's frames, numbers and all", patient, async () => {
      const here = await listen(nodes.leader, ["crash"]);
      const there = await listen(nodes.other, ["crash"]);
      const events = (socket: typeof here) => socket.of("crash").filter(each => each.event);
      await expect.poll(() => events(there).length, { timeout: quietFlight }).toBeGreaterThan(2);
      const first = events(there)[0];
      const wanted = events(there).slice(0, 3);
      const fromFirst = () => events(here).slice(events(here).findIndex(each => each.seq === first.seq));
      await expect.poll(() => fromFirst().slice(0, 3)).toEqual(wanted);
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
      // Other news of the player may come after it.
      const wanted = expect.objectContaining({ currency: "USD", balance: body.data.balance });
      await expect.poll(() => there.of("me").map(({ data }) => data)).toContainEqual(wanted);
      const later = await listen(nodes.other, ["dice"]);
      expect(later.of("dice")[0].snapshot.bets[0].id).toBe(body.data.id);
      there.close();
      later.close();
    });

    test(
      "frames of a stranger, repeated, of an old epoch, too large or malformed are counted and change nothing",
      patient,
      async () => {
        const there = await listen(nodes.other, ["crash"]);
        const stranger = await connectStranger(required(bus, "the bus is installed"));
        // Frames to one player have no number.
        const numbered = () =>
          stranger.seen.find(frame => frame.subject.endsWith(".led.crash") && frame.bytes.includes('"s":'));
        await expect.poll(numbered, { timeout: quietFlight }).toBeDefined();
        const { subject, bytes } = required(numbered(), "a frame of the leader was seen");
        const all = subject.replace(".led.crash", ".all.dice");
        const signed = (to: string, frame: object) =>
          encodeFrame(clusterSecret, to, { from: "c", text: '{"event":"forged"}', ...frame });
        const dropped = async (reason: string) => {
          const text = await nodes.other.host.metrics.print();
          return Number(
            new RegExp(`cluster_bus_frames_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
          );
        };
        const refusals: readonly (readonly [string, string, Uint8Array])[] = [
          ["not_ours", subject, Buffer.from("hello")],
          [
            "not_ours",
            subject,
            encodeFrame("a secret of somebody else, just as long", subject, { from: "a", text: "" }),
          ],
          ["not_ours", subject.replace(".led.crash", ".led.roulette"), bytes],
          ["too_large", subject, Buffer.alloc(1024 * 1024, 7)],
          ["order", subject, bytes],
          ["old_epoch", subject, signed(subject, { epoch: 0n, seq: 5 })],
          ["malformed", subject, signed(subject, {})],
          ["malformed", all, signed(all, { text: "no JSON" })],
          ["malformed", all, signed(all, { text: "{}" })],
          ["malformed", all, signed(all, { text: "[7]" })],
        ];
        for (const [reason, to, frame] of refusals) {
          const before = await dropped(reason);
          await stranger.publish(to, frame);
          await expect.poll(() => dropped(reason), { message: `${reason} at ${to}` }).toBe(before + 1);
        }
        await stranger.close();

        expect((await dice(nodes.other)).status).toBe(201);
        const events = () => there.of("crash").filter(each => each.event);
        const count = events().length;
        await expect.poll(() => events().length, { timeout: quietFlight }).toBeGreaterThan(count);
        const numbers = events().map(each => each.seq);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(JSON.stringify(there.received)).not.toContain("forged");
        expect(await auditBooks(nodes.database.db)).toEqual([]);
        there.close();
      },
    );

    test(
      "while the bus is away bets are taken, rounds are read every second, and events come back with it",
      patient,
      async () => {
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
        await expect.poll(events, { timeout: quietFlight }).toBeGreaterThan(eventsBefore);
        there.close();
      },
    );
  },
);
