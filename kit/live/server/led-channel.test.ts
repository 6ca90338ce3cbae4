import { expect, test } from "vitest";
import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { ChannelHub, type Member } from "./channel-hub.ts";
import { bytesOf } from "./frame.ts";
import { firstOf, LedChannel } from "./led-channel.ts";
import type { LeaderBeat, LeaderFrame, NumberedSnapshot, Peers } from "./peers.ts";

const spec = channel({
  name: "flight",
  module: "flight",
  caller: "anyone",
  summary: "",
  snapshot: z.object({ of: z.string() }),
  events: { up: z.object({ n: z.number() }) },
});

/** A node with one guest's socket, and the epoch it leads under. The test plays the other nodes. */
async function node(epoch?: bigint) {
  const state = {
    epoch,
    connected: true,
    isReadable: true,
    isLedElsewhere: false,
    remote: undefined as NumberedSnapshot | undefined,
  };
  const sent: LeaderFrame[] = [];
  const beats: LeaderBeat[] = [];
  const dropped: string[] = [];
  const seen: unknown[] = [];
  let receive: (frame: LeaderFrame) => void = () => undefined;
  let receiveBeat: (beat: LeaderBeat) => void = () => undefined;
  const peers: Peers = {
    nodes: () => 2,
    leads: () => state.epoch !== undefined,
    epochOf: () => state.epoch,
    get isConnected() {
      return state.connected;
    },
    sendFrame: (_channel, frame) => void sent.push(frame),
    onFrame(_channel, listener) {
      receive = listener;
    },
    sendBeat: (_channel, beat) => void beats.push(beat),
    onBeat(_channel, listener) {
      receiveBeat = listener;
    },
    isLedElsewhere: async () => state.isLedElsewhere,
    askSnapshot: async () => {
      if (!state.isReadable) throw new Error("the leader's address cannot be read");
      return state.remote;
    },
    send: () => undefined,
    onMessage: () => undefined,
    watch: () => () => undefined,
    dropped: reason => void dropped.push(reason),
  };
  const clock = manualClock();
  const hub = new ChannelHub(
    {
      name: "flight",
      channel: spec,
      snapshot: () => ({ of: "here" }),
      numbered: session => led.snapshot(session),
      sent: (text, seq, to) => led.sent(text, seq, to),
    },
    { clock, log: quietLog },
  );
  const led = new LedChannel(hub, "flight", peers, clock);
  const member: Member = {
    session: null,
    operator: null,
    // A frame of up to 125 bytes has two bytes before its text.
    write: frame => void seen.push(JSON.parse(bytesOf(frame).subarray(2).toString())),
    dropSlow: () => undefined,
  };
  await hub.subscribe(member);
  const frame = (of: bigint, n: number) => {
    const seq = firstOf(of) + n;
    receive({ epoch: of, seq, text: JSON.stringify({ channel: "flight", seq, event: "up", data: { n } }) });
  };
  const beat = (of: bigint, n: number) => receiveBeat({ epoch: of, seq: firstOf(of) + n });
  const publish = (n: number) => led.broadcast("up", { n });
  return { state, sent, beats, dropped, seen, frame, beat, clock, led, publish };
}

test("a leader numbers by its epoch, and sends what its own sockets get", async () => {
  const { sent, seen, publish } = await node(3n);
  publish(1);
  publish(2);
  expect(seen).toMatchObject([
    { seq: firstOf(3n), snapshot: { of: "here" } },
    { seq: firstOf(3n) + 1, data: { n: 1 } },
    { seq: firstOf(3n) + 2, data: { n: 2 } },
  ]);
  expect(sent.map(({ epoch, text }) => [epoch, JSON.parse(text)])).toEqual(seen.slice(1).map(each => [3n, each]));
});

test("another node repeats the frames in order; old epochs, repeats and disorder are dropped and counted", async () => {
  const { dropped, seen, frame, publish } = await node();
  seen.length = 0;
  frame(3n, 1);
  frame(3n, 3);
  frame(3n, 2);
  frame(3n, 3);
  frame(2n, 9);
  frame(3n, 2 ** 31);
  frame(4n, 1);
  frame(3n, 4);
  publish(5);
  expect(seen.map(each => (each as { seq: number }).seq)).toEqual([firstOf(3n) + 1, firstOf(3n) + 3, firstOf(4n) + 1]);
  expect(dropped).toEqual(["order", "order", "old_epoch", "order", "old_epoch", "not_leading"]);
});

test("a leading node drops frames of earlier epochs and takes those of later ones", async () => {
  const { dropped, seen, frame } = await node(3n);
  seen.length = 0;
  frame(2n, 50);
  frame(3n, 50);
  expect([seen, dropped]).toEqual([[], ["old_epoch", "old_epoch"]]);
  frame(4n, 1);
  expect(seen).toHaveLength(1);
});

test("a former leader that was frozen publishes nothing once it has repeated frames of its successor", async () => {
  const { sent, dropped, seen, frame, publish } = await node(3n);
  publish(1);
  frame(4n, 1);
  sent.length = 0;
  seen.length = 0;
  publish(2);
  expect([sent, seen, dropped]).toEqual([[], [], ["not_leading"]]);
});

test("after a snapshot of a new leader no frame of the former one is delivered", async () => {
  const { state, dropped, seen, frame, clock, led } = await node();
  frame(3n, 1);
  Object.assign(state, { connected: false, remote: { seq: firstOf(4n) + 2, snapshot: { of: "the leader" } } });
  await clock.advance(1_100);
  seen.length = 0;
  frame(3n, 2);
  frame(4n, 3);
  expect(seen).toMatchObject([{ seq: firstOf(4n) + 3 }]);
  expect(dropped).toEqual(["old_epoch"]);
  led.close();
});

test("without a bus the leader's snapshot is read every second, and once more when the bus is back", async () => {
  const { state, seen, clock, led } = await node();
  state.connected = false;
  state.remote = { seq: firstOf(3n) + 7, snapshot: { of: "the leader" } };
  seen.length = 0;
  await clock.advance(2_500);
  expect(seen).toMatchObject([state.remote, state.remote]);
  state.connected = true;
  await clock.advance(5_000);
  expect(seen).toHaveLength(3);
  led.close();
});

test("a snapshot that cannot be read takes no socket off: events go on, and it is read again", async () => {
  const { state, seen, frame, clock } = await node();
  seen.length = 0;
  state.connected = false;
  await clock.advance(900);
  state.isReadable = false;
  await clock.advance(200);
  state.connected = true;
  frame(3n, 1);
  expect(seen).toMatchObject([{ seq: firstOf(3n) + 1 }]);
  await clock.advance(1_000);
  state.isReadable = true;
  state.remote = { seq: firstOf(3n) + 1, snapshot: { of: "leader" } };
  await clock.advance(1_000);
  frame(3n, 2);
  expect(seen.slice(1)).toMatchObject([{ snapshot: { of: "leader" } }, { seq: firstOf(3n) + 2 }]);
});

test("a leader says every second which event was its last", async () => {
  const { beats, clock, led, publish } = await node(3n);
  await clock.advance(1_000);
  publish(1);
  publish(2);
  await clock.advance(1_000);
  expect(beats).toEqual([
    { epoch: 3n, seq: firstOf(3n) },
    { epoch: 3n, seq: firstOf(3n) + 2 },
  ]);
  led.close();
});

test("a node reads the leader's snapshot at the first beat that counts an event it lacks, and never again for that one", async () => {
  const { state, dropped, seen, frame, beat, clock, led } = await node();
  frame(3n, 1);
  seen.length = 0;
  state.remote = { seq: firstOf(3n) + 3, snapshot: { of: "the leader" } };
  beat(3n, 1);
  await clock.advance(1_000);
  expect(seen).toEqual([]);
  beat(3n, 3);
  await clock.advance(1_000);
  beat(3n, 3);
  await clock.advance(1_000);
  frame(3n, 4);
  beat(2n, 9);
  expect(seen).toMatchObject([state.remote, { seq: firstOf(3n) + 4 }]);
  expect(dropped).toEqual(["old_epoch"]);
  led.close();
});

test("a node that has heard nothing of the leader for 3 s reads its snapshot every second, until it hears it", async () => {
  const { state, seen, frame, beat, clock, led } = await node();
  state.remote = { seq: firstOf(3n) + 1, snapshot: { of: "the leader" } };
  frame(3n, 1);
  seen.length = 0;
  await clock.advance(10_000);
  expect(seen).toEqual([]);
  state.isLedElsewhere = true;
  await clock.advance(2_000);
  expect(seen).toMatchObject([state.remote, state.remote]);
  beat(3n, 1);
  await clock.advance(2_900);
  // Once more for what came between the last reading and the beat.
  expect(seen).toHaveLength(3);
  led.close();
});
