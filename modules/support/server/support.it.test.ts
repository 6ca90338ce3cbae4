import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { countLate, listConversations, seeAgent } from "./inbox-store.ts";
import {
  addCanned,
  addMacro,
  cannedAnswers,
  cannedVersions,
  changeCanned,
  conversationById,
  createSupport,
  macroText,
  markSpam,
  mergedMessages,
  mergeInto,
  removeCanned,
  removeMacro,
  type Support,
  searchConversations,
  snooze,
  targetFigures,
  unmarkSpam,
} from "./index.ts";

/** Guests and players write; dana and timur answer. */

let host: TestHost;
let api: TestApi;
let people: TestPeople;
let support: Support;
const mails: { to: string; template: string; values: Record<string, string>; locale: string }[] = [];
/** Whether the captcha limit is exceeded, and the recorded calls. */
let crowded = false;
const asked: string[] = [];
const dana = { id: randomUUID() as Uuid, name: "Dana Serik" };
const timur = { id: randomUUID() as Uuid, name: "Timur" };

beforeAll(async () => {
  host = await testHost({ modules: ["support"] });
  const requireAboveRate = async (what: string, solution: string | undefined, _ip: string, most?: number) => {
    asked.push(`${what} ${most}`);
    if (crowded && solution !== "solved") fail(validationFailed, { errors: { captcha: ["captcha_required"] } });
  };
  const sent = { send: async (_tx: unknown, message: (typeof mails)[number]) => void mails.push(message) };
  const accounts = createAccounts(host);
  support = createSupport(host, {
    messages: sent as never,
    captchaPort: { requireAboveRate },
    accounts,
    helpArticles: () => [
      { topic: "money", question: "How do I withdraw?", answer: "Under Payments." },
      { topic: "safe", question: "How do I set a limit?", answer: "In your profile." },
    ],
  });
  await support.start?.();
  people = await testPeople(host, accounts, [support]);
  api = people.api;
});
beforeEach(async () => {
  await seeAgent(host.db, dana, new Date(host.clock.now()));
  await host.clock.advance(2_000);
  mails.length = 0;
});
afterAll(async () => {
  await support.stop?.();
  await host.close();
});

const path = "/api/v1/support/conversations";

/** A browser: a guest's, or a player's with a token. */
interface Browser {
  readonly token?: string;
  readonly ip: string;
  cookies: Readonly<Record<string, string>>;
}
let addresses = 0;
const browser = (person?: Person): Browser => ({
  ip: `2001:db8:${(++addresses).toString(16)}::7`,
  cookies: {},
  ...(person && { token: person.token }),
});
async function ask(who: Browser, call: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await api.call(call, {
    ip: who.ip,
    cookies: who.cookies,
    headers,
    ...(who.token !== undefined && { token: who.token }),
    ...(body && { body }),
  });
  who.cookies = { ...who.cookies, ...answer.cookies };
  return answer;
}
const open = (who: Browser, text: string, more: object = {}) =>
  ask(who, `POST ${path}`, { key: randomUUID(), text, ...more });
const say = (who: Browser, id: string, text: string, key: string = randomUUID()) =>
  ask(who, `POST ${path}/${id}/messages`, { key, text });
const read = async (who: Browser) => (await ask(who, `GET ${path}`)).body.data;
const answer = (id: string, text: string, by = dana, confirm = false) =>
  host.db.tx(tx => support.inbox.answer(tx, id as Uuid, by, { key: randomUUID() as Uuid, text, confirm }));
const resolve = (id: string) =>
  host.db.tx(tx => support.inbox.resolve(tx, id as Uuid, { operator: dana, isLead: false }));
const run = (name: string) =>
  required(
    support.jobs?.find(job => job.name === name),
    name,
  ).run(undefined);

describe("a guest", () => {
  test("writes, is answered in the same conversation, and finds it again by the cookie of their browser only", async () => {
    const guest = browser();
    const first = await open(guest, "  Депозит қайда?  ", { topic: "money", page: "/kz/faq" });
    expect(first.status, first.text).toBe(201);
    expect(first.body.data).toMatchObject({
      state: "waiting",
      place: 1,
      messages: [{ number: 1, author: "visitor", text: "Депозит қайда?" }],
    });
    const { id } = first.body.data;
    await answer(id, "Шотыңызда.");
    expect(await read(guest)).toMatchObject({
      availability: { online: true },
      conversation: {
        id,
        state: "open",
        operator: "Dana",
        place: null,
        messages: [
          { number: 1 },
          { number: 2, author: "system", kind: "joined", name: "Dana" },
          { number: 3, author: "operator", name: "Dana", text: "Шотыңызда." },
        ],
      },
    });
    expect((await say(guest, id, "Рақмет!")).body.data).toMatchObject({ number: 4 });
    const other = browser();
    expect((await read(other)).conversation).toBeNull();
    expect((await say(other, id, "let me in")).status).toBe(404);
    const { rows } = await host.db.query<{ hash: Buffer }>("SELECT guest_hash AS hash FROM support.conversations");
    expect(Object.values(guest.cookies).join()).not.toContain(rows[0]?.hash.toString("base64url"));
    expect(Object.keys(guest.cookies)).toEqual(["__Host-support"]);
  });

  test("leaves an address while no operator is on shift, and gets unread answers there, once, as one mail", async () => {
    await host.clock.advance(70_000);
    const guest = browser();
    const refused = await open(guest, "hello");
    expect([refused.status, refused.body.errors]).toEqual([422, { email: ["required"] }]);
    const written = await open(guest, "Мой депозит не пришёл", { email: "guest@example.org" });
    expect(written.status, written.text).toBe(201);
    const { id } = written.body.data;
    await answer(id, "Смотрю.");
    await answer(id, "Он уже на балансе.");
    await run("support-mail-answers");
    expect(mails).toEqual([]);
    await host.clock.advance(120_000);
    await run("support-mail-answers");
    await run("support-mail-answers");
    expect(mails).toMatchObject([
      {
        to: "guest@example.org",
        template: "support_answer",
        values: { question: "Мой депозит не пришёл", answer: "Смотрю.\n\nОн уже на балансе." },
      },
    ]);
  });

  test("is mailed nothing that they have read", async () => {
    const guest = browser();
    const { id } = (await open(guest, "hello", { email: "reader@example.org" })).body.data;
    await answer(id, "hi");
    expect((await ask(guest, `POST ${path}/${id}/read`, { number: 99 })).status).toBe(204);
    expect((await read(guest)).conversation.read_by_visitor).toBe(3);
    await host.clock.advance(180_000);
    await run("support-mail-answers");
    expect(mails).toEqual([]);
  });

  test("joins the conversation to their account by a request in that browser, never by an address", async () => {
    const alice = await people.person("alice");
    const guest = browser();
    const { id } = (await open(guest, "I cannot sign in", { email: "alice@example.com" })).body.data;
    const elsewhere = browser(alice);
    expect(await read(elsewhere)).toMatchObject({ conversation: null, guest_conversation: null });
    const signedIn: Browser = { ...guest, token: alice.token };
    expect(await read(signedIn)).toMatchObject({ conversation: null, guest_conversation: id });
    expect((await ask(signedIn, `POST ${path}/${id}/join`)).status).toBe(204);
    expect(await read(elsewhere)).toMatchObject({ conversation: { id }, guest_conversation: null });
    expect((await read(guest)).conversation).toBeNull();
  });
});

describe("a player", () => {
  test("has one open conversation, however many tabs open one at once, and a repeated key writes once", async () => {
    const bob = browser(await people.person("bob"));
    const key = randomUUID();
    const tabs = await Promise.all(
      Array.from({ length: 5 }, () => ask(bob, `POST ${path}`, { key, text: "How do I set a limit?" })),
    );
    expect(new Set(tabs.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await read(bob)).conversation.messages).toHaveLength(1);
    const { id } = (await read(bob)).conversation;
    const again = randomUUID();
    const numbers = await Promise.all(Array.from({ length: 4 }, () => say(bob, id, "please", again)));
    expect(numbers.map(({ body }) => body.data.number)).toEqual([2, 2, 2, 2]);
    const carol = browser(await people.person("carol"));
    expect((await read(carol)).conversation).toBeNull();
    expect((await say(carol, id, "hi")).status).toBe(404);
  });

  test("rates a resolved conversation once; `no` puts it back into the queue; after 72 hours it is closed and a new one opens", async () => {
    const dave = browser(await people.person("dave"));
    const { id } = (await open(dave, "question")).body.data;
    const rate = (solved: string) => ask(dave, `POST ${path}/${id}/rating`, { solved, comment: "code 123456" });
    expect((await rate("yes")).body.code).toBe("conversation_closed");
    await answer(id, "answer");
    await resolve(id);
    expect((await read(dave)).conversation).toMatchObject({ state: "resolved", rated: false });
    expect((await rate("no")).status).toBe(204);
    expect((await read(dave)).conversation).toMatchObject({ state: "waiting", operator: null, rated: true });
    const { rows } = await host.db.query("SELECT rating, rating_comment FROM support.conversations WHERE id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ rating: "no", rating_comment: "code ••••" }]);
    await answer(id, "now?");
    await resolve(id);
    await say(dave, id, "one more thing");
    expect((await read(dave)).conversation).toMatchObject({ state: "open", operator: "Dana" });
    await resolve(id);
    await host.clock.advance(72 * 3_600_000 + 1000);
    await run("support-close");
    expect((await say(dave, id, "late")).body.code).toBe("conversation_closed");
    const next = (await open(dave, "another question")).body.data;
    expect(next.id).not.toBe(id);
    const all = await read(dave);
    expect(all.conversation.messages).toHaveLength(1);
    expect(all.earlier.map(({ text }: { text: string }) => text)).toContain("one more thing");
  });

  test("gets the conversation by mail at the address of the account, once an operator has answered", async () => {
    const erin = browser(await people.person("erin"));
    const { id } = (await open(erin, "question")).body.data;
    const send = () => ask(erin, `POST ${path}/${id}/transcript`, { email: "somebody@example.org" });
    expect((await send()).status).toBe(404);
    await answer(id, "answer");
    expect((await send()).status).toBe(204);
    expect(mails).toMatchObject([{ to: "erin@example.com", template: "support_transcript" }]);
    expect(mails[0]?.values.transcript).toMatch(/question[\s\S]*Dana\nanswer/);
  });

  test("exports their messages, and closing the account deletes the address of their conversations", async () => {
    const fay = await people.person("fay");
    await open(browser(fay), "keep this", { email: "fay.other@example.org" });
    expect(await support.personalData?.(fay.id)).toMatchObject({
      messages: [{ author: "visitor", text: "keep this" }],
    });
    await host.db.tx(async tx => support.onAccountClosed?.(tx, fay.id));
    const { rows } = await host.db.query("SELECT email FROM support.conversations WHERE player_id = $1", [fay.id]);
    expect(rows).toEqual([{ email: null }]);
  });
});

describe("operators", () => {
  test("claim by compare and set: of two at once one gets it, and the other gets the name of the claimer", async () => {
    const { id } = (await open(browser(), "who takes me?")).body.data;
    const claim = (by: typeof dana, from: Uuid | null) => host.db.tx(tx => support.inbox.claim(tx, id, by, from));
    const both = await Promise.allSettled([claim(dana, null), claim(timur, null)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const owner = both[0]?.status === "fulfilled" ? dana : timur;
    const other = owner === dana ? timur : dana;
    await expect(claim(other, null)).rejects.toMatchObject({
      error: { code: "claimed_by_other" },
      details: { data: { operator: owner.name } },
    });
    await expect(answer(id, "me too", other)).rejects.toMatchObject({ error: { code: "claimed_by_other" } });
    await answer(id, "me too", other, true);
    const by = { operator: other, isLead: false };
    await expect(host.db.tx(tx => support.inbox.assign(tx, id, by, null))).rejects.toMatchObject({
      error: { code: "claimed_by_other" },
    });
    await host.db.tx(tx => support.inbox.assign(tx, id, { operator: owner, isLead: false }, null));
    expect(await support.waiting()).toBeGreaterThan(0);
    await claim(other, null);
  });

  test("write notes that no visitor's call returns", async () => {
    const guest = browser();
    const { id } = (await open(guest, "hello")).body.data;
    await host.db.tx(tx => support.inbox.note(tx, id, dana, "sounds like a duplicate account"));
    expect(JSON.stringify(await read(guest))).not.toContain("duplicate");
  });
});

describe("the live channel", () => {
  const channel = () => required(support.channels?.[0], "the channel");

  test("of a player's conversation is theirs; of a guest's, of everybody who has its key", async () => {
    const [hana, ivan] = [await people.person("hana"), await people.person("ivan")];
    const own = (await open(browser(hana), "mine")).body.data.live;
    const guests = (await open(browser(), "a guest's")).body.data.live;
    const session = (person: Person) => ({ id: randomUUID() as Uuid, player: person.id, currency: null, test: false });
    const refused = async (who: Person | null, key: string) =>
      (await channel().refusal?.(who && session(who), key))?.code;
    expect(await refused(hana, own)).toBeUndefined();
    expect(await refused(ivan, own)).toBe("not_found");
    expect(await refused(null, own)).toBe("not_found");
    expect(await refused(null, guests)).toBeUndefined();
    expect(await refused(ivan, "0".repeat(64))).toBe("not_found");
  });

  test("publishes messages after the commit, read marks and typing, to those who follow that conversation only", async () => {
    const guest = browser();
    const { id, live } = (await open(guest, "hello")).body.data;
    const { id: otherId } = (await open(browser(), "another")).body.data;
    const events: { event: string; text: string | undefined; to: string | undefined }[] = [];
    channel().bind(
      (event, data, _to, to) => events.push({ event, text: (data as { text?: string }).text, to }),
      () => [live],
    );
    await answer(otherId, "not for this guest");
    await host.db
      .tx(async tx => {
        const said = { key: randomUUID() as Uuid, text: "rolled back", confirm: false };
        await support.inbox.answer(tx, id, dana, said);
        throw new Error("roll back");
      })
      .catch(() => undefined);
    await answer(id, "for this guest");
    await host.db.tx(tx => support.inbox.typing(tx, id));
    await ask(guest, `POST ${path}/${id}/read`, { number: 3 });
    const seen = () =>
      events.map(({ event, text }) => (text === undefined || text === "" ? event : `${event} ${text}`));
    await expect.poll(seen).toContain("typing");
    await expect.poll(() => seen().filter(each => each === "progress").length).toBeGreaterThan(1);
    expect(seen()).toContain("message for this guest");
    expect(seen().join()).not.toMatch(/rolled back|not for this guest/);
    expect(new Set(events.map(({ to }) => to))).toEqual(new Set([live]));
  });
});

describe("limits", () => {
  test("a guest's address writes ten messages in five minutes until an operator answers, however many come at once", async () => {
    const guest = browser();
    const { id } = (await open(guest, "one")).body.data;
    const flood = await Promise.all(Array.from({ length: 15 }, () => say(guest, id, "more")));
    const codes = flood.map(({ status, body }) => body.code ?? status);
    expect(codes.filter(code => code === 201)).toHaveLength(9);
    expect(codes.filter(code => code === "too_many_messages")).toHaveLength(6);
    const neighbour: Browser = { ...browser(), ip: guest.ip.replace("::7", "::8") };
    expect((await open(neighbour, "same network")).body.code).toBe("too_many_messages");
    await answer(id, "I am here");
    expect((await say(guest, id, "at last")).status).toBe(201);
    await host.clock.advance(86_400_000);
    await run("support-forget-addresses");
    const { rows } = await host.db.query("SELECT subscriber FROM support.conversations WHERE id = $1", [id]);
    expect(rows).toEqual([{ subscriber: null }]);
  });

  test("a captcha is required from an address that writes a lot, until an operator has answered", async () => {
    const guest = browser();
    asked.length = 0;
    crowded = true;
    expect((await open(guest, "hello")).body.errors).toEqual({ captcha: ["captcha_required"] });
    const { id } = (await open(guest, "hello", { captcha: "solved" })).body.data;
    expect((await say(guest, id, "more")).body.errors).toEqual({ captcha: ["captcha_required"] });
    await answer(id, "hi");
    expect((await say(guest, id, "more")).status).toBe(201);
    crowded = false;
    expect(asked).toEqual(["support 5", "support 5", "support 5"]);
  });

  test.each([
    [{ text: "   " }, { text: ["text_required"] }],
    [{ text: "\u0000\u0007" }, { text: ["text_required"] }],
    [{ text: "x".repeat(4001) }, { text: ["text_too_long"] }],
    [{ text: Array.from({ length: 101 }, () => "x").join("\n") }, { text: ["text_too_long"] }],
    [{ text: "hello", page: "https://evil.example" }, { page: ["page_invalid"] }],
    [{ text: "hello", topic: "gifts" }, { topic: ["topic_invalid"] }],
    [{ text: "hello", email: "nobody" }, { email: ["email_invalid"] }],
    [{ text: "hello", key: "7" }, { key: ["id_invalid"] }],
  ])("case %# of bad input is refused by name", async (body, errors) => {
    expect(await ask(browser(), `POST ${path}`, { key: randomUUID(), ...body })).toMatchObject({
      status: 422,
      body: { errors },
    });
  });

  test("markup is stored as the text it is; 4,000 line feeds become one empty line; card numbers are masked", async () => {
    const guest = browser();
    const text = `<script>alert(1)</script>${"\n".repeat(3000)}4242 4242 4242 4242`;
    const { messages } = (await open(guest, text)).body.data;
    expect(messages[0].text).toBe("<script>alert(1)</script>\n\n•••• 4242");
  });
});

test("help finds questions by words with other endings", async () => {
  const find = async (q: string) =>
    (await ask(browser(), `GET /api/v1/help/search?q=${encodeURIComponent(q)}`)).body.data.map(
      ({ topic }: { topic: string }) => topic,
    );
  expect(await find("withdrawal of my money")).toEqual(["money"]);
  expect(await find("setting limits")).toEqual(["safe"]);
  expect(await find("??")).toEqual([]);
});

test("an answer is due two minutes after the first message and five after the next; what is overdue is listed", async () => {
  const guest = browser();
  const { id } = (await open(guest, "how long?")).body.data;
  const late = async () => {
    const page = { limit: 500, now: new Date(host.clock.now()) };
    return (await listConversations(host.db, "late", dana.id, page)).some(row => row.id === id);
  };
  await host.clock.advance(119_000);
  expect(await late()).toBe(false);
  await host.clock.advance(1_000);
  expect(await late()).toBe(true);
  expect(await countLate(host.db, new Date(host.clock.now()))).toBeGreaterThan(0);
  await answer(id, "not long");
  expect(await late()).toBe(false);
  await say(guest, id, "and now?");
  await host.clock.advance(299_000);
  expect(await late()).toBe(false);
  await host.clock.advance(1_000);
  expect(await late()).toBe(true);
  const since = new Date(host.clock.now() - 421_000);
  await resolve(id);
  expect(await late()).toBe(false);
  const figures = await targetFigures(host.db, since);
  expect(figures.answered).toBe(1);
  expect(figures.answeredInTime).toBe(1);
  expect(figures).toMatchObject({ medianFirstAnswer: 120, resolved: 1, resolvedInTime: 1, medianResolve: 420 });
});

test("search finds whole words and their beginnings in any language, and no more than is written", async () => {
  const { id } = (await open(browser(), "Қаржыны шығару Turandot болмады")).body.data;
  const found = async (text: string) => (await searchConversations(host.db, text, 50)).map(row => row.id);
  expect(await found("turandot")).toEqual([id]);
  expect(await found("ШЫҒАР қаржыны turan")).toEqual([id]);
  expect(await found("turandot payout")).toEqual([]);
  expect(await found("urandot")).toEqual([]);
  expect(await found("& | !")).toEqual([]);
});

test("a complaint is kept for five years; only a lead takes the mark back", async () => {
  const { id } = (await open(browser(), "I complain")).body.data;
  const complain = (isLead: boolean, complaint: boolean) =>
    host.db.tx(tx => support.inbox.complain(tx, id, isLead, complaint));
  expect(await complain(false, true)).toBe(false);
  await expect(complain(false, false)).rejects.toMatchObject({ error: { code: "forbidden" } });
  await resolve(id);
  const left = async () => (await host.db.query("SELECT 1 FROM support.conversations WHERE id = $1", [id])).rows.length;
  for (const [days, rows] of [
    [800, 1],
    [1_020, 1],
    [30, 0],
  ] as const) {
    await host.clock.advance(days * 86_400_000);
    await run("support-close");
    await run("support-retention");
    expect(await left(), `after ${days} more days`).toBe(rows);
  }
});

test("a canned reply keeps its versions; of two leads who change one at once the second is refused", async () => {
  const id = randomUUID() as Uuid;
  const change = (reason: string) => ({ by: dana.name, at: new Date(host.clock.now()), reason });
  const first = { id, shortcut: "bye", locale: "en", title: "Goodbye", text: "Bye {name}" } as const;
  const write = (text: string, version: number) =>
    host.db.tx(tx => changeCanned(tx, { ...first, text, version }, change(`now ${text}`)));
  await host.db.tx(tx => addCanned(tx, first, change("we need it")));
  const both = await Promise.allSettled([write("See you", 1), write("Good day", 1)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(write("late", 1)).rejects.toMatchObject({
    error: { code: "canned_changed" },
    details: { data: { version: 2 } },
  });
  await expect(
    host.db.tx(tx => changeCanned(tx, { ...first, shortcut: "hello", version: 2 }, change("taken"))),
  ).rejects.toMatchObject({ error: { code: "canned_exists" } });
  await write("Bye {name}", 2);
  await host.db.tx(tx => removeCanned(tx, id, change("not used")));
  await expect(write("gone", 4)).rejects.toMatchObject({ error: { code: "not_found" } });
  expect((await cannedAnswers(host.db, "en")).map(({ shortcut }) => shortcut)).not.toContain("bye");
  const versions = await cannedVersions(host.db, id);
  expect(versions.map(({ version, removed }) => `${version} ${removed}`)).toEqual([
    "4 true",
    "3 false",
    "2 false",
    "1 false",
  ]);
  expect(versions[1]).toMatchObject({ text: "Bye {name}", by: dana.name, reason: "now Bye {name}" });
  const begun = (await cannedAnswers(host.db, "en")).find(({ shortcut }) => shortcut === "hello");
  expect(await cannedVersions(host.db, begun?.id ?? id)).toMatchObject([{ version: 1, by: "Fairhouse" }]);
});

describe("triage", () => {
  const by = { operator: dana, isLead: false };
  const listed = async (view: "mine" | "snoozed" | "late") =>
    (await listConversations(host.db, view, dana.id, { limit: 100, now: new Date(host.clock.now()) })).map(
      ({ id }) => id,
    );
  /** Nobody may be on shift by now: a guest leaves an address. */
  const write = (guest: Browser, text: string) => open(guest, text, { email: "guest@example.org" });
  const begin = async (text: string): Promise<{ readonly guest: Browser; readonly id: Uuid }> => {
    const guest = browser();
    return { guest, id: (await write(guest, text)).body.data.id };
  };
  const now = () => new Date(host.clock.now());

  test("a snoozed conversation leaves the list and its targets until its time, or until the visitor writes", async () => {
    const { guest, id } = await begin("Where is my bonus?");
    const set = (minutes: number, who = by) =>
      host.db.tx(tx => snooze(support.triage, tx, id, who, new Date(host.clock.now() + minutes * 60_000)));
    await expect(set(60)).rejects.toMatchObject({ error: { code: "claimed_by_other" } });
    await host.db.tx(tx => support.inbox.claim(tx, id, dana, null));
    await expect(set(60, { operator: timur, isLead: false })).rejects.toMatchObject({
      error: { code: "claimed_by_other" },
    });
    await set(60);
    await host.clock.advance(30 * 60_000);
    expect(await listed("snoozed")).toContain(id);
    for (const view of ["mine", "late"] as const) expect(await listed(view)).not.toContain(id);
    await host.clock.advance(31 * 60_000);
    expect(await listed("mine")).toContain(id);
    expect(await listed("late"), "the target counts from the end of the snooze").not.toContain(id);
    await host.clock.advance(2 * 60_000);
    expect(await listed("late")).toContain(id);
    await set(600);
    expect((await say(guest, id, "Are you there?")).status).toBe(201);
    expect(await listed("mine")).toContain(id);
    expect(await listed("late")).toContain(id);
  });

  test("spam is closed, its guest cannot write for a day, and a lead takes the mark back", async () => {
    const { guest, id } = await begin("Cheap watches");
    await host.db.tx(tx => markSpam(support.triage, tx, id));
    await expect(host.db.tx(tx => markSpam(support.triage, tx, id))).rejects.toMatchObject({
      error: { code: "conversation_closed" },
    });
    expect((await write(guest, "More watches")).body.code).toBe("too_many_messages");
    expect((await write(browser(), "A question")).status).toBe(201);
    await host.db.tx(tx => unmarkSpam(tx, id));
    expect((await write(guest, "I only had a question")).status).toBe(201);
    const again = await begin("Watches again");
    await host.db.tx(tx => markSpam(support.triage, tx, again.id));
    await host.clock.advance(24 * 3_600_000);
    expect((await write(again.guest, "A day later")).status).toBe(201);
  });

  test("a merged conversation goes on in the other one, and no visitor sees the other's messages", async () => {
    const [first, second] = [await begin("From my phone"), await begin("From my laptop")];
    const merge = (id: Uuid, into: Uuid) => host.db.tx(tx => mergeInto(support.triage, tx, id, into, dana));
    await expect(merge(first.id, first.id)).rejects.toMatchObject({ error: { code: "conversation_not_mergeable" } });
    const both = await Promise.allSettled([merge(first.id, second.id), merge(second.id, first.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [closed, other] = both[0]?.status === "fulfilled" ? [first, second] : [second, first];
    const rows = await Promise.all([closed, other].map(({ id }) => conversationById(host.db, id)));
    expect(rows).toMatchObject([
      { state: "closed", mergedInto: other.id, waitingSince: null },
      { state: "waiting", mergedInto: null },
    ]);
    expect(await mergedMessages(host.db, other.id)).toMatchObject([
      { id: closed.id, messages: [{ text: closed === first ? "From my phone" : "From my laptop" }] },
    ]);
    const seen = await read(other.guest);
    expect(JSON.stringify(seen)).not.toContain(closed === first ? "From my phone" : "From my laptop");
    const alice = browser(await people.person("merge-alice"));
    const hers = (await open(alice, "I am Alice")).body.data.id;
    await expect(merge(hers, other.id)).rejects.toMatchObject({ error: { code: "conversation_not_mergeable" } });
    await merge(other.id, hers);
    expect((await conversationById(host.db, hers))?.waitingSince?.getTime()).toBeLessThanOrEqual(now().getTime());
  });

  test("macros have names of their own and a reply in the conversation's language", async () => {
    const macro = {
      id: randomUUID() as Uuid,
      name: "Check it",
      shortcut: "check",
      action: "resolve",
      snoozeMinutes: null,
    } as const;
    await host.db.tx(tx => addMacro(tx, macro));
    await expect(host.db.tx(tx => addMacro(tx, { ...macro, id: randomUUID() as Uuid }))).rejects.toMatchObject({
      error: { code: "canned_exists" },
    });
    expect(await macroText(host.db, macro, "kz")).toContain("Тексеру");
    await expect(macroText(host.db, { ...macro, shortcut: "unknown" }, "kz")).rejects.toMatchObject({
      error: { code: "not_found" },
    });
    expect((await host.db.tx(tx => removeMacro(tx, macro.id))).name).toBe("Check it");
  });
});

test("what ended is deleted: guests' after 90 days, players' after two years", async () => {
  const gus = await people.person("gus");
  const [guest, player] = [browser(), browser(gus)];
  const ids: string[] = [];
  for (const who of [guest, player]) {
    const { id } = (await open(who, "bye")).body.data;
    await resolve(id);
    ids.push(id);
  }
  await host.clock.advance(91 * 86_400_000);
  await run("support-close");
  await run("support-retention");
  const left = async () =>
    (await host.db.query("SELECT id FROM support.conversations WHERE id = ANY($1)", [ids])).rows.length;
  expect(await left()).toBe(1);
  await host.clock.advance(640 * 86_400_000);
  await run("support-retention");
  expect(await left()).toBe(0);
});
