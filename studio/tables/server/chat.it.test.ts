import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type CasinoDouble, profile, startCasinoDouble } from "#studio/testing/casino-double.ts";
import { connect, parentOrigin, startTestStudio, type TestStudio } from "#studio/testing/test-studio.ts";
import { testBeacon, testTableParts } from "#studio/testing/test-tables.ts";
import type { ChatMessage, ChatRequest, ChatState } from "../shared/chat.ts";

let casino: CasinoDouble;
let other: CasinoDouble;
let studio: TestStudio;
/** How far the studio's clock is ahead, milliseconds: time passes when a test says so. */
let ahead = 0;

beforeAll(async () => {
  const { systemClock } = await import("#kit/host/system.ts");
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  [casino, other] = [await startCasinoDouble(), await startCasinoDouble()];
  studio = await startTestStudio({ tables: testTableParts(testBeacon()), clock });
  await connect(studio, casino);
  await connect(studio, other, "lagoon");
});
afterAll(async () => {
  for (const each of sockets) each.close();
  await studio.close();
  await casino.close();
  await other.close();
});

const sockets: WebSocket[] = [];
type ChatCall = ChatRequest extends infer Each ? (Each extends unknown ? Omit<Each, "request"> : never) : never;

interface Sitter {
  readonly state: () => ChatState;
  /** Everything shown now. */
  readonly texts: () => readonly string[];
  readonly messages: () => readonly ChatMessage[];
  ask(what: ChatCall): Promise<string | null>;
  raw(text: string): void;
  readonly closed: Promise<number>;
}

/** A player at the table, as their browser is. */
async function sit(player: string | null, { at = casino, locale = "en", chat = true } = {}): Promise<Sitter> {
  const given = { ...profile, chat };
  const { body } = await at.call(studio.url, "POST", "/launch", {
    game: "meridian-roulette",
    mode: player === null ? "demo" : "play",
    currency: "USD",
    country: "KZ",
    locale,
    profile: given,
    ...(player !== null && { player: playerId(player), nick: player, launch: at.newLaunch(playerId(player), given) }),
    parent_origin: parentOrigin,
  });
  const opened = await fetch(`${studio.url}/tables/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ launch: new URL(String(body.url)).hash.replace("#launch=", "") }),
  });
  const { session } = (await opened.json()) as { session: string };
  const socket = new WebSocket(`${studio.url.replace("http", "ws")}/tables/v1/live`);
  sockets.push(socket);
  let state: ChatState | undefined;
  let messages: ChatMessage[] = [];
  const answers = new Map<number, (code: string | null) => void>();
  socket.on("open", () => socket.send(JSON.stringify({ session })));
  socket.on("message", data => {
    const message = JSON.parse(String(data));
    if (message.type === "chat-state") {
      state = message.state as ChatState;
      messages = [...state.messages];
    }
    if (message.type === "chat") {
      const known = new Set(messages.map(({ id }) => id));
      messages.push(...(message.messages as ChatMessage[]).filter(({ id }) => !known.has(id)));
      messages = messages.filter(({ id }) => !message.removed.includes(id));
    }
    if (message.type === "chat-answer") answers.get(message.request)?.(message.code);
  });
  await expect.poll(() => state, { timeout: 10_000 }).toBeDefined();
  let request = 0;
  return {
    state: () => state as ChatState,
    messages: () => messages,
    texts: () => messages.map(({ text }) => text),
    ask(what) {
      request += 1;
      const answer = new Promise<string | null>(resolve => answers.set(request, resolve));
      socket.send(JSON.stringify({ chat: { request, ...what } }));
      return answer;
    },
    raw: text => socket.send(text),
    closed: new Promise(resolve => socket.on("close", resolve)),
  };
}

const playerId = (name: string) =>
  `00000000-0000-4000-8000-${Buffer.from(name.padEnd(6, "_").slice(0, 6)).toString("hex")}`;
const later = (ms = 2_100) => {
  ahead += ms;
};
const sees = (who: Sitter, text: string) => expect.poll(who.texts, { timeout: 10_000 }).toContain(text);

test("players of two casinos read each other in their language, by the names of their casinos", async () => {
  const [alice, bob, dana] = [await sit("alice"), await sit("bob", { at: other }), await sit("dana", { locale: "ru" })];
  expect(await alice.ask({ say: "  good   luck " })).toBeNull();
  await sees(bob, "good luck");
  expect(await bob.ask({ say: "to you, too" })).toBeNull();
  await sees(alice, "to you, too");
  expect(dana.texts()).toEqual([]);
  const late = await sit("erlan");
  expect(late.texts()).toEqual(["good luck", "to you, too"]);
  // As the casino named them when the session was opened, whatever the page says.
  expect(late.messages().map(({ nick }) => nick)).toEqual(["alice", "alice"]);
  expect(JSON.stringify(late.messages())).not.toContain(playerId("alice"));
});

test("floods, the same again, markup, links and contacts are refused, and shown to no player", async () => {
  later();
  const [frank, gita] = [await sit("frank"), await sit("gita")];
  expect(await frank.ask({ say: "one" })).toBeNull();
  expect(await frank.ask({ say: "two" })).toBe("chat_too_fast");
  later();
  expect(await frank.ask({ say: "ONE" })).toBe("chat_repeated");
  expect(await frank.ask({ say: "<b>one</b>" })).toBe("chat_text");
  expect(await frank.ask({ say: "evil.example" })).toBe("chat_link");
  expect(await frank.ask({ say: "\u202e" })).toBe("chat_text");
  const both = await Promise.all([frank.ask({ say: "three" }), frank.ask({ say: "four" })]);
  expect(both.sort()).toEqual(["chat_too_fast", null]);
  await expect
    .poll(() => gita.texts().filter(text => ["one", "three", "four"].includes(text)).length, { timeout: 10_000 })
    .toBe(2);
});

test("a second window of the same player has no second pace", async () => {
  later();
  const [one, two] = [await sit("hana"), await sit("hana", { locale: "kk" })];
  expect(await two.ask({ say: "first" })).toBeNull();
  expect(await one.ask({ say: "second" })).toBe("chat_too_fast");
});

test("play chips read and have no voice; a region without a chat has none at all", async () => {
  later();
  const [guest, ivan, jan] = [await sit(null), await sit("ivan", { chat: false }), await sit("jan")];
  expect(await jan.ask({ say: "hello guests" })).toBeNull();
  await sees(guest, "hello guests");
  expect(guest.state().may).toBe("read");
  expect(await guest.ask({ say: "hello" })).toBe("wrong_mode");
  expect(ivan.state()).toEqual({ may: "off", shown: false, author: null, ignored: [], messages: [] });
  expect(await ivan.ask({ say: "hello" })).toBe("chat_off");
  expect(ivan.texts()).toEqual([]);
});

test("a player who turns the chat off sees nothing, says nothing, and finds it off again", async () => {
  later();
  const [kate, liam] = [await sit("kate"), await sit("liam")];
  expect(await kate.ask({ shown: false })).toBeNull();
  await expect.poll(() => kate.state().shown).toBe(false);
  expect(await kate.ask({ say: "hello" })).toBe("chat_off");
  expect(await liam.ask({ say: "anyone?" })).toBeNull();
  await sees(liam, "anyone?");
  expect(kate.texts()).toEqual([]);
  const again = await sit("kate");
  expect(again.state()).toMatchObject({ may: "write", shown: false, messages: [] });
  expect(await again.ask({ shown: true })).toBeNull();
  await sees(again, "anyone?");
});

test("an ignored player stays ignored across sessions", async () => {
  later();
  const [mila, nora] = [await sit("mila"), await sit("nora")];
  expect(await mila.ask({ say: "noise" })).toBeNull();
  await sees(nora, "noise");
  const author = mila.state().author ?? "";
  expect(await nora.ask({ ignore: author, on: true })).toBeNull();
  expect((await sit("nora")).state().ignored).toEqual([author]);
});

test("a reported message is found, removed and its author muted by operators of their casino only", async () => {
  later();
  const [oleg, pia] = [await sit("oleg"), await sit("pia", { at: other })];
  expect(await oleg.ask({ say: "something rude" })).toBeNull();
  await sees(pia, "something rude");
  const message = pia.messages().find(({ text }) => text === "something rude")?.id ?? "";
  expect(await pia.ask({ report: message })).toBeNull();
  expect(await pia.ask({ report: message })).toBeNull();
  expect(await oleg.ask({ report: message })).toBe("not_found");
  const call = async (at: CasinoDouble, method: string, path: string, body?: object) =>
    (await at.call(studio.url, method as "GET", path, body)).body as Record<string, unknown>;
  expect((await call(other, "GET", "/chat?reported=1")).messages).toEqual([]);
  const listed = await call(casino, "GET", "/chat?reported=1");
  const [found] = listed.messages as Record<string, unknown>[];
  expect(found).toMatchObject({ message, player: playerId("oleg"), nick: "alice", reports: 1, removed_at: null });
  expect(await call(other, "POST", `/chat/${message}/remove`, {})).toMatchObject({ status: "message_unknown" });
  expect(await call(casino, "POST", `/chat/${message}/remove`, {})).toMatchObject({ status: "ok" });
  await expect.poll(pia.texts, { timeout: 10_000 }).not.toContain("something rude");
  expect((await sit("quill")).texts()).not.toContain("something rude");
  expect(await call(other, "POST", "/chat/mute", { player: playerId("oleg") })).toMatchObject({
    status: "player_unknown",
  });
  expect(await call(casino, "POST", "/chat/mute", { player: playerId("oleg") })).toMatchObject({ status: "ok" });
  expect(await oleg.ask({ say: "hello again" })).toBe("chat_muted");
  expect(await call(casino, "POST", "/chat/mute", { player: playerId("oleg"), until: null })).toMatchObject({
    status: "ok",
  });
  later();
  expect(await oleg.ask({ say: "sorry" })).toBeNull();
  later();
  const until = new Date(Date.now() + ahead + 60_000).toISOString();
  await call(casino, "POST", "/chat/mute", { player: playerId("oleg"), until });
  expect(await oleg.ask({ say: "not yet" })).toBe("chat_muted");
  later(61_000);
  expect(await oleg.ask({ say: "a minute later" })).toBeNull();
  expect(await call(casino, "POST", "/chat/mute", { player: playerId("nobody") })).toMatchObject({
    status: "player_unknown",
  });
});

test("what is no request of the chat ends the socket; a socket that sends too much, too", async () => {
  const [rude, loud] = [await sit("quinn"), await sit("rosa")];
  rude.raw(JSON.stringify({ chat: { request: 1, say: "x", and: "more" } }));
  expect(await rude.closed).toBe(4000);
  for (let sent = 0; sent < 30; sent++) loud.raw(JSON.stringify({ chat: { request: sent + 1, say: `n ${sent}` } }));
  expect(await loud.closed).toBe(4000);
});
