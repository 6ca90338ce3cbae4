import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Person } from "#modules/accounts/testing/test-people.ts";
import { type Browser, browser, dana, openSupport, path } from "../testing/open-support.ts";
import { seeAgent } from "./inbox-store.ts";

/** What guests and players do: conversations, ratings, the live channel, limits, help. */

const { host, people, support, mails, captcha, ask, open, say, read, answer, resolve, run, close } =
  await openSupport();
beforeEach(async () => {
  await seeAgent(host.db, dana, new Date(host.clock.now()));
  await host.clock.advance(2_000);
  mails.length = 0;
});
afterAll(close);

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
    await host.clock.advance(100_000);
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

  test("keeps a conversation beside an open one of their account: a player has one at a time", async () => {
    const bob = await people.person("twice");
    const own = (await open(browser(bob), "I am signed in")).body.data;
    const guest = browser();
    const { id } = (await open(guest, "I cannot sign in", { email: "twice@example.com" })).body.data;
    const refused = await ask({ ...guest, token: bob.token }, `POST ${path}/${id}/join`);
    expect(refused).toMatchObject({ status: 409, body: { code: "conversation_open" } });
    expect((await read(guest)).conversation).toMatchObject({ id });
    expect((await read(browser(bob))).conversation).toMatchObject({ id: own.id });
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
    channel().bind((event, data, _to, to) => events.push({ event, text: (data as { text?: string }).text, to }), {
      values: () => [live],
      count: () => 1,
    });
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
    captcha.asked.length = 0;
    captcha.isCrowded = true;
    expect((await open(guest, "hello")).body.errors).toEqual({ captcha: ["captcha_required"] });
    const { id } = (await open(guest, "hello", { captcha: "solved" })).body.data;
    expect((await say(guest, id, "more")).body.errors).toEqual({ captcha: ["captcha_required"] });
    await answer(id, "hi");
    expect((await say(guest, id, "more")).status).toBe(201);
    captcha.isCrowded = false;
    expect(captcha.asked).toEqual(["support 5", "support 5", "support 5"]);
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
