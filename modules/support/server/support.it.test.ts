import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createSupport, type Support } from "./index.ts";

let host: TestHost;
let api: TestApi;
let people: TestPeople;
let support: Support;
const mails: { to: string; template: string; values: unknown; locale: string }[] = [];
/** Whether the captcha limit is exceeded, and the recorded calls. */
let crowded = false;
const asked: string[] = [];

beforeAll(async () => {
  host = await testHost({ modules: ["support"] });
  const requireAboveRate = async (what: string, solution: string | undefined, _ip: string, most?: number) => {
    asked.push(`${what} ${most}`);
    if (crowded && solution !== "solved") fail(validationFailed, { errors: { captcha: ["captcha_required"] } });
  };
  const sent = { send: async (_tx: unknown, message: (typeof mails)[number]) => void mails.push(message) };
  support = createSupport(host, { messages: sent, captchaPort: { requireAboveRate } });
  people = await testPeople(host, createAccounts(host), [support]);
  api = people.api;
});
afterAll(() => host.close());

const path = "/api/v1/support/messages";
const write = (body: object, token?: string, headers: Record<string, string> = {}) =>
  api.call(`POST ${path}`, { body, token, headers });

describe("a message to support", () => {
  test("of a guest is stored with their address, and answered there, once, in their language", async () => {
    const body = { text: "  Мой депозит не пришёл  ", email: "guest@example.org", page: "/ru/faq" };
    const { status, body: answer } = await write(body, undefined, { "accept-language": "ru" });
    expect(status).toBe(201);
    expect(answer.data).toMatchObject({ text: "Мой депозит не пришёл", answer: null });
    const { rows } = await host.db.query("SELECT player_id, email, locale, page FROM support.messages");
    expect(rows).toEqual([{ player_id: null, email: "guest@example.org", locale: "ru", page: "/ru/faq" }]);
    const reply = () => host.db.tx(tx => support.answer(tx, answer.data.id as Uuid, "Он уже на балансе."));
    expect(await reply()).toBe(true);
    expect(await reply()).toBe(false);
    expect(mails).toEqual([
      expect.objectContaining({
        to: "guest@example.org",
        template: "support_answer",
        locale: "ru",
        values: { question: "Мой депозит не пришёл", answer: "Он уже на балансе." },
      }),
    ]);
  });

  test("of alice is readable, with its answer, by her only", async () => {
    const [alice, bob] = [await people.person("alice"), await people.person("bob")];
    const { data } = (await write({ text: "How do I set a limit?" }, alice.token)).body;
    const read = async (token: string) => (await api.call(`GET ${path}`, { token })).body.data;
    expect(await read(alice.token)).toMatchObject([{ text: "How do I set a limit?", answer: null }]);
    await host.db.tx(tx => support.answer(tx, data.id, "In your profile, under Limits."));
    expect(await read(alice.token)).toMatchObject([{ answer: "In your profile, under Limits." }]);
    expect(await read(bob.token)).toEqual([]);
    expect((await api.call(`GET ${path}`)).status).toBe(401);
  });

  test("requires a captcha from an address that writes a lot, of guests and of players", async () => {
    const erin = await people.person("erin");
    crowded = true;
    asked.length = 0;
    const body = { text: "hello", email: "crowd@example.org" };
    for (const token of [undefined, erin.token]) {
      const refused = await write(body, token);
      expect([refused.status, refused.body.errors]).toEqual([422, { captcha: ["captcha_required"] }]);
      expect((await write({ ...body, captcha: "solved" }, token)).status).toBe(201);
    }
    crowded = false;
    expect(asked).toEqual(["support 2", "support 2", "support 10", "support 10"]);
  });

  test("is accepted thirty times a day from one address and twenty times from a player, however many come at once", async () => {
    const flood = (count: number, send: () => ReturnType<typeof write>) =>
      Promise.all(Array.from({ length: count }, send)).then(answers =>
        answers.map(({ status, body }) => body.code ?? status),
      );
    const from = (ip: string) => () =>
      api.call(`POST ${path}`, { ip, body: { text: "hello", email: "flood@example.org" } });
    const frank = await people.person("frank");
    const ofGuest = await flood(40, from("2001:db8::7"));
    expect(ofGuest.filter(each => each === 201)).toHaveLength(30);
    expect(ofGuest.filter(each => each === "too_many_messages")).toHaveLength(10);
    expect(await flood(1, from("2001:db8::8"))).toEqual(["too_many_messages"]);
    expect(await flood(1, from("2001:db8:1::7"))).toEqual([201]);
    const ofPlayer = await flood(25, () => write({ text: "hello" }, frank.token));
    expect(ofPlayer.filter(each => each === 201)).toHaveLength(20);
    await host.clock.advance(86_400_000);
    expect(await flood(1, from("2001:db8::7"))).toEqual([201]);
    expect(await flood(1, () => write({ text: "hello" }, frank.token))).toEqual([201]);
    await required(support.jobs?.[0], "the sweep").run(undefined);
    const { rows } = await host.db.query(
      "SELECT count(*)::int AS n FROM support.messages WHERE subscriber IS NOT NULL",
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test.each([
    [{ text: "hello" }, { email: ["required"] }],
    [{ text: "   ", email: "a@example.org" }, { text: ["text_required"] }],
    [{ text: "x".repeat(4001), email: "a@example.org" }, { text: ["text_too_long"] }],
    [{ text: "hello", email: "a@example.org", page: "https://evil.example" }, { page: ["page_invalid"] }],
  ])("%j of a guest is refused by name", async (body, errors) => {
    expect(await write(body)).toMatchObject({ status: 422, body: { errors } });
  });
});
