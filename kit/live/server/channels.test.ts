import { afterEach, describe, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import type { TestFrameOptions } from "#kit/testing/test-frame.ts";
import { type Client, type Message, startLive } from "../testing/live-client.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
async function start(options?: TestFrameOptions) {
  const frame = await startLive(options);
  stops.push(frame.stop);
  return frame;
}

describe("channels", () => {
  test("send a snapshot, then numbered events, until unsubscribed", async () => {
    const { connectAs, toyChannel } = await start();
    const alice = await connectAs("alice");
    alice.say({ sub: "toy" });
    expect(await alice.receive("snapshot")).toEqual({ channel: "toy", seq: 0, snapshot: { round: 1 } });
    toyChannel.publish("tick", { n: 1, secret: "hush" } as { n: number });
    expect(await alice.receive("event")).toEqual({ channel: "toy", seq: 1, event: "tick", data: { n: 1 } });
    alice.say({ unsub: "toy" });
    alice.say({ ping: 1 });
    await alice.receive("pong");
    toyChannel.publish("tick", { n: 2 });
    alice.say({ sub: "toy" });
    expect(await alice.receive("snapshot", 1)).toMatchObject({ seq: 2 });
    expect(alice.received.filter(message => "event" in message)).toHaveLength(1);
  });

  test("hold back events published while the snapshot is made", async () => {
    const { connectAs, toyChannel, slow, release } = await start();
    const alice = await connectAs("alice");
    slow.on = true;
    alice.say({ sub: "toy" });
    alice.say({ ping: 1 });
    await alice.receive("pong");
    toyChannel.publish("tick", { n: 1 });
    toyChannel.publish("tick", { n: 2 });
    release(9);
    await alice.receive("event", 1);
    const order = alice.received.filter(message => "channel" in message).map(message => message.seq);
    expect(order).toEqual([0, 1, 2]);
  });

  test("of a player reach all of their sockets and no others", async () => {
    const { connectAs, ownChannel } = await start();
    const [alice, again, bob, guest] = await Promise.all(["alice", "alice", "bob", ""].map(name => connectAs(name)));
    if (!alice || !again || !bob || !guest) throw new Error("four came");
    for (const client of [alice, again, bob, guest]) client.say({ sub: "me" });
    expect(await guest.receive("error")).toMatchObject({ channel: "me", error: { code: "unauthenticated" } });
    expect(await bob.receive("snapshot")).toMatchObject({ snapshot: { player: "bob" } });
    await Promise.all([alice.receive("snapshot"), again.receive("snapshot")]);
    ownChannel.publish("balance", { balance: "1" }, "bob" as PlayerId);
    ownChannel.publish("balance", { balance: "2" }, "alice" as PlayerId);
    const published = { channel: "me", seq: 1, event: "balance", data: { balance: "2" } };
    expect(await alice.receive("event")).toEqual(published);
    expect(await again.receive("event")).toEqual(published);
    expect(await bob.receive("event")).toMatchObject({ seq: 1, data: { balance: "1" } });
    expect(bob.received.filter(message => "event" in message)).toHaveLength(1);
  });

  test("may publish to one player only: their sockets receive it, no other sees a gap", async () => {
    const { connectAs, toyChannel } = await start();
    const [alice, again, bob, guest] = await Promise.all(["alice", "alice", "bob", ""].map(name => connectAs(name)));
    if (!alice || !again || !bob || !guest) throw new Error("four came");
    const everybody = [alice, again, bob, guest];
    for (const client of everybody) client.say({ sub: "toy" });
    await Promise.all(everybody.map(client => client.receive("snapshot")));
    toyChannel.publish("tick", { n: 1 });
    toyChannel.publish("tick", { n: 2, text: "hers" }, "alice" as PlayerId);
    toyChannel.publish("tick", { n: 3 });
    const events = async (client: Client, count: number) => {
      await client.receive("event", count - 1);
      return client.received
        .filter(message => "event" in message)
        .map(({ seq, data }) => [seq, (data as { n: number }).n]);
    };
    for (const client of [alice, again])
      expect(await events(client, 3)).toEqual([
        [1, 1],
        [undefined, 2],
        [2, 3],
      ]);
    for (const client of [bob, guest])
      expect(await events(client, 2)).toEqual([
        [1, 1],
        [2, 3],
      ]);
    again.say({ unsub: "toy" });
    again.say({ ping: 1 });
    await again.receive("pong");
    toyChannel.publish("tick", { n: 4 }, "alice" as PlayerId);
    expect((await events(alice, 4)).at(-1)).toEqual([undefined, 4]);
    expect(await events(again, 3)).toHaveLength(3);
  });

  test("that do not exist are refused, in the caller's language", async () => {
    const { connectAs } = await start();
    const alice = await connectAs("alice");
    alice.say({ sub: "__proto__" });
    expect(await alice.receive("error")).toEqual({
      channel: "__proto__",
      error: { code: "not_found", message: "Ничего не найдено." },
    });
  });
});

describe("a subscription that is repeated", () => {
  const receivedBy = async (client: Client) => {
    client.say({ ping: 1 });
    await client.receive("pong", client.received.filter(message => "pong" in message).length);
    return client.received.filter(message => "channel" in message);
  };

  test("by thirty guests is answered from one snapshot each quarter of a second", async () => {
    const liveClock = manualClock();
    const { connectAs, made } = await start({ liveClock });
    const guests = await Promise.all(Array.from({ length: 30 }, () => connectAs("")));
    for (const guest of guests) for (let i = 0; i < 10; i++) guest.say({ sub: "toy" });
    for (const guest of guests) expect((await receivedBy(guest)).length).toBeGreaterThan(0);
    expect(made.toy).toEqual(["guest"]);
    await liveClock.advance(249);
    for (const guest of guests) guest.say({ sub: "toy" });
    for (const guest of guests) expect((await receivedBy(guest)).at(-1)).toMatchObject({ snapshot: { round: 1 } });
    expect(made.toy).toHaveLength(1);
    await liveClock.advance(1);
    for (const guest of guests) guest.say({ sub: "toy" });
    for (const guest of guests) await receivedBy(guest);
    expect(made.toy).toHaveLength(2);
  });

  test("is followed by the events published since the snapshot, each exactly once", async () => {
    const { connectAs, toyChannel, made } = await start({ liveClock: manualClock() });
    const first = await connectAs("");
    first.say({ sub: "toy" });
    await first.receive("snapshot");
    for (const n of [1, 2]) toyChannel.publish("tick", { n });
    const second = await connectAs("");
    second.say({ sub: "toy" });
    await second.receive("snapshot");
    toyChannel.publish("tick", { n: 3 });
    for (const guest of [first, second]) expect((await receivedBy(guest)).map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
    expect(made.toy).toHaveLength(1);
  });

  test("misses no event published while there was no subscriber", async () => {
    const { connectAs, toyChannel } = await start({ liveClock: manualClock() });
    const guest = await connectAs("");
    guest.say({ sub: "toy" });
    await guest.receive("snapshot");
    guest.say({ unsub: "toy" });
    await receivedBy(guest);
    toyChannel.publish("tick", { n: 1 });
    guest.say({ sub: "toy" });
    expect(await guest.receive("snapshot", 1)).toMatchObject({ seq: 1 });
  });

  test("by a signed-in socket is limited to four snapshots a second, and each player gets their own", async () => {
    const liveClock = manualClock();
    const { connectAs, made } = await start({ liveClock });
    const [alice, bob, guest] = await Promise.all(["alice", "bob", ""].map(name => connectAs(name)));
    if (!alice || !bob || !guest) throw new Error("three came");
    for (const client of [alice, bob, guest]) for (const name of ["toy", "me"]) client.say({ sub: name });
    for (const client of [alice, bob, guest]) await receivedBy(client);
    expect(made.me.sort()).toEqual(["alice", "bob"]);
    expect(made.toy.sort()).toEqual(["alice", "bob", "guest"]);
    for (let i = 0; i < 20; i++) {
      alice.say({ sub: "me" });
      alice.say({ unsub: "toy" });
      alice.say({ sub: "toy" });
    }
    expect((await receivedBy(alice)).filter(message => "snapshot" in message)).toHaveLength(2);
    expect(made.me).toHaveLength(2);
    await liveClock.advance(250);
    expect(await alice.receive("snapshot", 3)).toBeTruthy();
    expect(made.me.slice(2)).toEqual(["alice"]);
    expect(made.toy.slice(3)).toEqual(["alice"]);
    const published = (client: Client) =>
      client.received.filter(({ channel, snapshot }) => channel === "me" && snapshot).map(({ snapshot }) => snapshot);
    expect(published(alice)).toEqual([{ player: "alice" }, { player: "alice" }]);
    expect(published(bob)).toEqual([{ player: "bob" }]);
  });

  test("counts as a command, and against the allowance of the address over all of its sockets", async () => {
    const behindProxy = { config: { TRUSTED_PROXIES: "127.0.0.1" }, liveClock: manualClock() };
    const { connectAs } = await start(behindProxy);
    const from = (address: string) => connectAs("", { "x-forwarded-for": address });
    const refusals = async (client: Client) =>
      (await receivedBy(client)).filter(({ error }) => (error as Message)?.code === "too_many_requests").length;
    const [first, second, neighbour] = await Promise.all(
      ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:3::1"].map(from),
    );
    if (!first || !second || !neighbour) throw new Error("three came");
    for (let i = 0; i < 390; i++) first.say({ sub: "toy" });
    expect(await refusals(first)).toBe(0);
    for (let i = 0; i < 30; i++) second.say({ sub: "toy" });
    expect(await refusals(second)).toBe(20);
    neighbour.say({ sub: "toy" });
    expect(await refusals(neighbour)).toBe(0);
    for (let i = 0; i < 60; i++) second.say({ sub: "toy" });
    expect(await second.closed).toEqual({ code: 1008, reason: "too many messages" });
  });
});

test("server rendering gets what the session's subscriber would, and nothing of a player channel", async () => {
  const { live, made, sessions } = await start();
  expect(await live.snapshotFor("toy", null)).toEqual({ round: 1 });
  expect(await live.snapshotFor("toy", sessions.get("alice") ?? null)).toEqual({ round: 1 });
  expect(made.toy).toEqual(["guest", "alice"]);
  expect(await live.snapshotFor("me", sessions.get("alice") ?? null)).toBeNull();
  expect(await live.snapshotFor("__proto__", null)).toBeNull();
});
