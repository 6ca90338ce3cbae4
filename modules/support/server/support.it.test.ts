import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import type { TestApi } from "#kit/test/test-api.ts";
import { type TestHost, testHost } from "#kit/test/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type TestPeople, testPeople } from "#modules/accounts/server/test-people.ts";
import { createSupport, type Support } from "./index.ts";

let host: TestHost;
let api: TestApi;
let people: TestPeople;
let support: Support;
const mails: { to: string; template: string; values: unknown; locale: string }[] = [];

beforeAll(async () => {
  host = await testHost({ modules: ["support"] });
  support = createSupport(host, { messages: { send: async (_tx, message) => void mails.push(message) } });
  people = await testPeople(host, createAccounts(host), [support]);
  api = people.api;
});
afterAll(() => host.close());

const path = "/api/v1/support/messages";
const write = (body: object, token?: string, headers: Record<string, string> = {}) =>
  api.call(`POST ${path}`, { body, token, headers });

describe("a message to support", () => {
  test("of a guest is kept with his address, and answered there, once, in his language", async () => {
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
        ...{ to: "guest@example.org", template: "support_answer", locale: "ru" },
        values: { question: "Мой депозит не пришёл", answer: "Он уже на балансе." },
      }),
    ]);
  });

  test("of alice is hers to read with its answer, and nobody else's", async () => {
    const [alice, bob] = [await people.person("alice"), await people.person("bob")];
    const { data } = (await write({ text: "How do I set a limit?" }, alice.token)).body;
    const read = async (token: string) => (await api.call(`GET ${path}`, { token })).body.data;
    expect(await read(alice.token)).toMatchObject([{ text: "How do I set a limit?", answer: null }]);
    await host.db.tx(tx => support.answer(tx, data.id, "In your profile, under Limits."));
    expect(await read(alice.token)).toMatchObject([{ answer: "In your profile, under Limits." }]);
    expect(await read(bob.token)).toEqual([]);
    expect((await api.call(`GET ${path}`)).status).toBe(401);
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
