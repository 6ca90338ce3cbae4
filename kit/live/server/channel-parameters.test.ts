import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { type ErrorCode, fail } from "#kit/contract/error-code.ts";
import { forbidden, notFound } from "#kit/contract/errors.ts";
import { liveChannel, parameterChannel } from "#kit/host/server-module.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { startTestFrame } from "#kit/testing/test-frame.ts";

const room = channel({
  name: "room",
  module: "toy",
  caller: "anyone",
  summary: "A room of many",
  parameter: { name: "room", schema: z.string().check(z.regex(/^[a-z0-9:]{1,20}$/)) },
  snapshot: z.object({ room: z.string() }),
  events: { word: z.object({ text: z.string() }) },
});
const mine = channel({
  name: "shelf",
  module: "toy",
  caller: "player",
  summary: "A shelf of a player",
  parameter: { name: "shelf", schema: z.string().check(z.regex(/^[a-z]{1,20}$/)) },
  snapshot: z.object({ shelf: z.string() }),
  events: { word: z.object({ text: z.string() }) },
});
const plain = channel({
  name: "plain",
  module: "toy",
  caller: "anyone",
  summary: "Without a parameter",
  snapshot: z.object({}),
  events: {},
});

type Message = Record<string, unknown>;

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start() {
  const rule: { asked: (() => void)[]; waits: boolean } = { asked: [], waits: false };
  const rooms = parameterChannel(room, {
    snapshot: (_session, name) => (name === "nowhere" ? fail(notFound) : { room: name }),
    async refusal(session, name): Promise<ErrorCode | undefined> {
      if (name === "broken") throw new Error("the rule cannot be read");
      if (rule.waits) await new Promise<void>(resolve => rule.asked.push(resolve));
      return name === "closed" && session?.player !== "alice" ? forbidden : undefined;
    },
  });
  const shelves = parameterChannel(mine, { snapshot: (_session, shelf) => ({ shelf }) });
  const frame = await startTestFrame({ channels: [rooms, shelves, liveChannel(plain, () => ({}))] });
  stops.push(frame.stop);
  async function connectAs(token: string) {
    const headers = {
      host: `api.fairhouse.localhost:${frame.port}`,
      origin: `http://fairhouse.localhost:${frame.port}`,
    };
    const ws = new WebSocket(`ws://127.0.0.1:${frame.port}/ws`, { headers });
    const received: Message[] = [];
    ws.on("message", data => received.push(JSON.parse(data.toString())));
    await new Promise((resolve, reject) => ws.once("open", resolve).once("error", reject));
    stops.push(() => ws.terminate());
    const say = (message: object) => ws.send(JSON.stringify(message));
    let pings = 0;
    /** Everything said so far has been answered, with so many messages of channels at least. */
    const settled = async (count = 0) => {
      const ping = ++pings;
      say({ ping });
      const ofChannels = () => received.filter(message => "channel" in message);
      while (!received.some(({ pong }) => pong === ping) || ofChannels().length < count)
        await new Promise(resolve => setTimeout(resolve, 2));
      return ofChannels();
    };
    say({ hello: { locale: "en", ...(token && { token }) } });
    await settled();
    return { say, settled, ws };
  }
  return { rooms, shelves, rule, connectAs };
}

const codesOf = (messages: readonly Message[]) =>
  messages.map(({ channel, error }) => [channel, (error as { code: string } | undefined)?.code ?? "open"]);

test("each value has its own snapshot, numbers and subscribers", async () => {
  const { rooms, connectAs } = await start();
  const [alice, bob] = [await connectAs("alice"), await connectAs("bob")];
  alice.say({ sub: "room/a:1" });
  alice.say({ sub: "room/b" });
  bob.say({ sub: "room/b" });
  await Promise.all([alice.settled(2), bob.settled(1)]);
  rooms.publish("a:1", "word", { text: "only a" });
  rooms.publish("b", "word", { text: "both" });
  rooms.publish("c", "word", { text: "nobody" });
  rooms.publish("b", "word", { text: "bob's" }, "bob" as PlayerId);
  expect((await alice.settled()).slice(2)).toEqual([
    { channel: "room/a:1", seq: 1, event: "word", data: { text: "only a" } },
    { channel: "room/b", seq: 1, event: "word", data: { text: "both" } },
  ]);
  expect((await bob.settled()).slice(1)).toEqual([
    { channel: "room/b", seq: 1, event: "word", data: { text: "both" } },
    { channel: "room/b", event: "word", data: { text: "bob's" } },
  ]);
});

test("what names no channel is refused, and nothing of it is kept", async () => {
  const { rooms, connectAs } = await start();
  const guest = await connectAs("");
  const names = [
    "room",
    "room/",
    "room/UPPER",
    "room/a/b",
    `room/${"x".repeat(150)}`,
    "plain/a",
    "plain/",
    "/a",
    "__proto__/a",
    "room/nowhere",
  ];
  for (const sub of names) guest.say({ sub });
  expect(codesOf(await guest.settled(names.length))).toEqual(names.map(name => [name, "not_found"]));
  expect(rooms.followed()).toEqual([]);
});

test("an access rule admits by session and value; one that fails refuses every session", async () => {
  const { rooms, connectAs } = await start();
  const [alice, guest] = [await connectAs("alice"), await connectAs("")];
  for (const client of [alice, guest])
    for (const sub of ["room/closed", "room/broken", "shelf/one"]) client.say({ sub });
  expect(codesOf(await alice.settled(3)).sort()).toEqual([
    ["room/broken", "internal"],
    ["room/closed", "open"],
    ["shelf/one", "open"],
  ]);
  expect(codesOf(await guest.settled(3)).sort()).toEqual([
    ["room/broken", "internal"],
    ["room/closed", "forbidden"],
    ["shelf/one", "unauthenticated"],
  ]);
  rooms.publish("closed", "word", { text: "secret" });
  expect((await guest.settled()).some(({ event }) => event)).toBe(false);
  expect((await alice.settled()).at(-1)).toMatchObject({ data: { text: "secret" } });
});

test("who unsubscribes or leaves while the rule is asked is not subscribed", async () => {
  const { rooms, rule, connectAs } = await start();
  const [alice, bob] = [await connectAs("alice"), await connectAs("bob")];
  rule.waits = true;
  alice.say({ sub: "room/a" });
  alice.say({ unsub: "room/a" });
  bob.say({ sub: "room/a" });
  await Promise.all([alice.settled(), bob.settled()]);
  bob.ws.terminate();
  await new Promise(resolve => setTimeout(resolve, 50));
  for (const answer of rule.asked) answer();
  expect(await alice.settled()).toEqual([]);
  expect(rooms.followed()).toEqual([]);
});

test("a value exists while a socket follows it, and a socket follows thirty-two at most", async () => {
  const { rooms, connectAs } = await start();
  const guest = await connectAs("");
  for (let i = 0; i < 40; i++) guest.say({ sub: `room/r${i}` });
  const codes = codesOf(await guest.settled(40)).map(([, code]) => code);
  expect(codes.filter(code => code === "open")).toHaveLength(32);
  expect(codes.filter(code => code === "too_many_requests")).toHaveLength(8);
  expect(rooms.followed()).toHaveLength(32);
  expect([rooms.followers("r0"), rooms.followers("r39")]).toEqual([1, 0]);
  guest.say({ unsub: "room/r0" });
  await guest.settled();
  expect(rooms.followed()).toHaveLength(31);
  guest.ws.terminate();
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(rooms.followed()).toEqual([]);
});
