import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Failure } from "#kit/contract/error-code.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestHost } from "#kit/testing/test-host.ts";
import type { Person, TestPeople } from "#modules/accounts/testing/test-people.ts";
import { crashBet, deposit, paid } from "#modules/wallet/testing/test-bets.ts";
import type { ChatMessage } from "../shared/contract.ts";
import { slowSeconds } from "../shared/message-rules.ts";
import { type TestChat, testChat } from "../testing/test-chat.ts";
import type { CommunityChat } from "./index.ts";

/** alice and bob talk in rooms of two processes; a moderator removes and mutes; carol takes a break. */

let host: TestHost;
let rooms: TestChat;
let chat: CommunityChat;
let other: CommunityChat;
let people: TestPeople;
/** What sockets of the other process receive. */
const events: {
  event: string;
  data: { messages?: ChatMessage[] };
  to: string | undefined;
  room: string | undefined;
}[] = [];

/** How many follow each room at either process. */
const followers: Record<"chat" | "other", Record<string, number>> = { chat: {}, other: {} };

beforeAll(async () => {
  rooms = await testChat();
  ({ host, chat, other, people } = rooms);
  channel().bind(
    (event, data, to, room) => void events.push({ event, data: data as { messages?: ChatMessage[] }, to, room }),
    { values: () => ["en", "ru"], count: room => followers.other[room] ?? 0 },
  );
  chat.channels?.[0]?.bind(() => undefined, { values: () => ["en"], count: room => followers.chat[room] ?? 0 });
});
afterAll(() => rooms.close());

const channel = () => required(other.channels?.[0], "the channel of the rooms");
const writer = (name: string): Promise<Person> => rooms.writer(name);
const write = ({ token }: Person, text: string, room = "en", key: string = randomUUID()) =>
  people.api.call(`POST /api/v1/chat/${room}`, { token, body: { key, text } });
const read = async (token?: string, room = "en") =>
  people.api.call(`GET /api/v1/chat/${room}`, token === undefined ? {} : { token });
const textsIn = async (room: string) =>
  ((await read(undefined, room)).body.data.messages as ChatMessage[]).map(({ text }) => text);
const report = ({ token }: Person, id: string, reason: unknown = "insult") =>
  people.api.call(`POST /api/v1/chat/messages/${id}/report`, { token, body: { reason } });
const rest = () => host.clock.advance(slowSeconds * 1_000);
/** Lets the other process publish; what its sockets have received since. */
async function received(): Promise<ChatMessage[]> {
  await host.pass(100);
  await host.pass(100);
  return events.splice(0).flatMap(({ data }) => data.messages ?? []);
}

test("a room shows how many follow it over all processes, and a process that has ended is forgotten", async () => {
  followers.chat = { en: 3 };
  followers.other = { en: 2 };
  const present = async () => (await read()).body.data.present;
  expect(await present()).toBe(3);
  for (const each of [chat, other]) await each.channels?.[0]?.snapshot(null, "en");
  await host.pass(5_000);
  await expect.poll(present).toBe(5);
  await host.pass(5_000);
  const shown = () => events.flatMap(({ event, data, room }) => (event === "present" ? [{ data, room }] : [])).at(-1);
  await expect.poll(shown).toEqual({ data: { present: 5 }, room: "en" });
  followers.other = {};
  await host.pass(5_000);
  await expect.poll(present).toBe(3);
  followers.other = { en: 4 };
  await other.channels?.[0]?.snapshot(null, "en");
  await host.pass(5_000);
  await expect.poll(present).toBe(7);
  followers.other = {};
  followers.chat = {};
  await host.clock.advance(76_000);
  expect(await present()).toBe(1);
  events.splice(0);
});

test("a message is numbered, arrives at sockets of every process and is in the snapshot, once for each key", async () => {
  const alice = await writer("alice");
  const key = randomUUID();
  const first = await write(alice, "  hello   everybody ", "en", key);
  expect(first.status, first.text).toBe(201);
  expect(first.body.data).toMatchObject({ number: 1, text: "hello everybody", removed: null });
  expect((await write(alice, "hello everybody", "en", key)).body.data.id).toBe(first.body.data.id);
  await rest();
  expect((await write(alice, "привет", "ru")).body.data.number).toBe(1);
  await rest();
  await write(alice, "good luck");
  await expect.poll(received).not.toEqual([]);
  expect(await textsIn("en")).toEqual(["hello everybody", "good luck"]);
  expect(await textsIn("ru")).toEqual(["привет"]);
  expect(await channel().snapshot(null, "en")).toMatchObject({ messages: [{ number: 1 }, { number: 2 }] });
  expect((await read(alice.token)).body.data.you).toMatchObject({ may: "write", author: first.body.data.author.id });
  // The level of the club and the mark of test accounts are beside a name.
  expect(first.body.data.author).toMatchObject({ face: { name: expect.any(String) }, level: 3, test: false });
  expect((await read()).body.data.you).toBeNull();
});

test("who has no confirmed contact or too few bets reads and does not write", async () => {
  const newcomer = await people.person("newcomer");
  expect((await read(newcomer.token)).body.data.you).toMatchObject({ may: "contact" });
  expect((await write(newcomer, "hello")).body).toMatchObject({
    code: "chat_not_allowed",
    data: { missing: "contact" },
  });
  await host.db.query("UPDATE accounts.players SET email_verified = true WHERE id = $1", [newcomer.id]);
  expect((await write(newcomer, "hello")).body).toMatchObject({ code: "chat_not_allowed", data: { missing: "play" } });
  expect((await people.api.call("POST /api/v1/chat/en", { body: { key: randomUUID(), text: "x" } })).status).toBe(401);
});

test("a hidden player writes under a mask that is another one the next day", async () => {
  const hidden = await writer("hidden");
  await host.db.query("UPDATE accounts.players SET is_avatar_hidden = true WHERE id = $1", [hidden.id]);
  const [today] = [await write(hidden, "who am I")];
  expect(today.body.data.author).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    face: null,
    level: null,
    test: false,
  });
  expect(today.text).not.toContain(hidden.id);
  await host.clock.advance(86_400_000);
  await host.db.query("UPDATE projections.player_game_days SET day = $2 WHERE player_id = $1", [
    hidden.id,
    new Date(host.clock.now()).toISOString().slice(0, 10),
  ]);
  const tomorrow = await write(hidden, "and now");
  expect(tomorrow.body.data.author.id).not.toBe(today.body.data.author.id);
});

test("the slow mode holds over all rooms and windows: of fifty messages at once one is written", async () => {
  const bob = await writer("bob");
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => write(bob, `message ${index}`, index % 2 === 0 ? "en" : "kk")),
  );
  const statuses = answers.map(({ status }) => status);
  expect([statuses.filter(status => status === 201).length, statuses.filter(status => status === 429).length]).toEqual([
    1, 49,
  ]);
  await rest();
  expect((await write(bob, "once")).status).toBe(201);
  await rest();
  expect((await write(bob, "ONCE")).body.code).toBe("chat_too_fast");
});

test.each([
  ["<script>alert(1)</script>", "chat_text"],
  ["come to evil.example", "chat_link"],
  ["abc\u202edcba", "chat_text"],
  ["x ".repeat(300), "chat_long"],
  ["x".repeat(1_000_000), undefined],
])("bad text is refused and nothing is written", async (text, problem) => {
  const dave = await writer(`dave-${randomUUID().slice(0, 8)}`);
  const before = await textsIn("en");
  const answer = await write(dave, text);
  if (problem === undefined) expect(answer.status).toBeGreaterThanOrEqual(400);
  else expect(answer.body.errors).toEqual({ text: [problem] });
  expect(await textsIn("en")).toEqual(before);
});

test("a reported message is first in the queue; removed, its text is gone everywhere, and a mute holds until its end", async () => {
  const [erin, frank] = [await writer("erin"), await writer("frank")];
  const bad = (await write(erin, "give me money please")).body.data;
  expect((await report(frank, bad.id, "begging")).status).toBe(204);
  expect((await report(frank, bad.id, "insult")).status).toBe(204);
  expect((await report(erin, bad.id)).status).toBe(404);
  expect((await report(frank, randomUUID())).status).toBe(404);
  expect((await report(frank, bad.id, "boring")).body.errors).toEqual({ reason: ["report_reason_invalid"] });
  const [first] = await chat.moderation.queue(null, 100);
  expect(first).toMatchObject({ id: bad.id, reports: 1, reasons: ["begging"], mutedUntil: null });

  await received();
  const until = new Date(host.clock.now() + 3_600_000);
  await host.db.tx(async tx => {
    await chat.moderation.remove(tx, bad.id, "begging");
    await chat.moderation.mute(tx, erin.id, until);
  });
  await expect.poll(received).toMatchObject([{ id: bad.id, text: "", removed: "begging" }]);
  expect((await read()).text).not.toContain("give me money");
  expect((await chat.moderation.queue(null, 1))[0]?.reports).toBe(0);
  expect((await report(frank, bad.id)).status).toBe(404);
  await rest();
  expect((await write(erin, "sorry")).body).toMatchObject({ code: "chat_muted", data: { until: until.toISOString() } });
  expect((await read(erin.token)).body.data.you).toMatchObject({ may: "muted", until: until.toISOString() });
  await host.clock.advance(3_600_000);
  expect((await write(erin, "sorry")).status).toBe(201);

  const harmless = (await write(frank, "what a round")).body.data;
  await report(erin, harmless.id);
  await host.db.tx(tx => chat.moderation.keep(tx, harmless.id));
  expect(await textsIn("en")).toContain("what a round");
  await expect(host.db.tx(tx => chat.moderation.remove(tx, randomUUID(), "other"))).rejects.toBeInstanceOf(Failure);
});

test("ten reports a minute", async () => {
  const [grace, heidi] = [await writer("grace"), await writer("heidi")];
  const { id } = (await write(heidi, "hello there")).body.data;
  await host.db.query(
    `INSERT INTO community_chat.reports (message_id, player_id, reason, reported_at)
     SELECT id, $1, 'other', $2 FROM community_chat.messages WHERE id <> $3 ORDER BY written_at DESC LIMIT 10`,
    [grace.id, new Date(host.clock.now()), id],
  );
  expect((await report(grace, id)).body.code).toBe("chat_too_fast");
});

test("a break closes the rooms: open pages are notified, nothing is read, written or followed", async () => {
  const carol = await writer("carol");
  await write(carol, "see you");
  events.length = 0;
  const began = await people.api.call("POST /api/v1/limits/time-out", { token: carol.token, body: { days: 1 } });
  expect(began.status, began.text).toBeLessThan(300);
  expect((await read(carol.token)).body.code).toBe("chat_closed");
  await rest();
  expect((await write(carol, "me again")).body.code).toBe("chat_closed");
  const session = { player: carol.id } as Parameters<NonNullable<ReturnType<typeof channel>["refusal"]>>[0];
  expect((await channel().refusal?.(session, "en"))?.code).toBe("chat_closed");
  const closed = () => events.filter(({ event, to }) => event === "closed" && to === carol.id).map(({ room }) => room);
  await expect.poll(closed).toEqual(["en", "ru"]);
});

test("a message shows an ended bet of its author, and no other bet", async () => {
  const [judy, kim] = [await writer("judy"), await writer("kim")];
  const { wallet } = rooms;
  await host.db.tx(tx => wallet.credit(tx, deposit(judy.id, 100_000_000n)));
  for (const n of [1, 2])
    expect(await wallet.place(crashBet(judy.id, n, 1_000_000n))).toMatchObject({ kind: "accepted" });
  await wallet.settle(paid(judy.id, 1, 3_000_000n));
  const own = async ({ token }: Person) => (await people.api.call("GET /api/v1/chat-bets", { token })).body.data;
  const [shown, ...rest] = await own(judy);
  expect(shown).toMatchObject({ game: "crash", currency: "USD", stake: "1", payout: "3", multiplier: "3.00" });
  expect([rest, await own(kim)]).toEqual([[], []]);
  const show = ({ token }: Person, bet: unknown) =>
    people.api.call("POST /api/v1/chat/en", { token, body: { key: randomUUID(), text: "look at this", bet } });
  const written = await show(judy, shown.id);
  expect(written.status, written.text).toBe(201);
  expect(written.body.data.bet).toEqual(shown);
  expect((await read()).body.data.messages.at(-1).bet).toEqual(shown);
  await host.db.tx(tx => chat.moderation.remove(tx, written.body.data.id, "other"));
  expect((await read()).body.data.messages.at(-1)).toMatchObject({ bet: null, text: "" });
  const foreign = await show(kim, shown.id);
  expect([foreign.status, foreign.body.errors]).toEqual([422, { bet: ["chat_bet"] }]);
  for (const bad of ["", "crash-1", "x".repeat(65), 7, null]) expect((await show(kim, bad)).status).toBe(422);
});

test("a player's messages are in their data, and are deleted with the account", async () => {
  const ivan = await writer("ivan");
  await write(ivan, "remember me");
  expect(await chat.personalData?.(ivan.id)).toMatchObject({ messages: [{ room: "en", text: "remember me" }] });
  await host.db.tx(async tx => chat.onAccountClosed?.(tx, ivan.id));
  expect(await chat.personalData?.(ivan.id)).toEqual({ messages: [], given: [] });
});
