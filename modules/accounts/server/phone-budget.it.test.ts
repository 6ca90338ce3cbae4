import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Callers, newPhone, testCallers } from "../testing/test-callers.ts";
import { createAccounts } from "./index.ts";

/** A budget of 6 messages to phones an hour and 10 a day, and its effects when spent. */

const hourMs = 3_600_000;
const byPhone = "/api/v2/auth/login/phone/code";

let host: TestHost;
let people: Callers;

beforeAll(async () => {
  host = await testHost({
    modules: ["accounts"],
    environment: { PHONE_MESSAGES_PER_HOUR: "6", PHONE_MESSAGES_PER_DAY: "10" },
  });
  const accounts = createAccounts(host);
  await accounts.start?.();
  people = await testCallers(host, accounts);
});
afterAll(() => host.close());
/** Each test has its own day, ten minutes old. */
beforeEach(async () => {
  const { clock } = host;
  await clock.advance(24 * hourMs - (clock.now() % (24 * hourMs)) + 600_000);
});

/** Requests a code for a number. */
const order = (phone = newPhone()) => people.post(byPhone, { phone });
const orders = (count: number) => Promise.all(Array.from({ length: count }, () => order()));
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).sort();

test("of twenty concurrent requests six are served, whatever their numbers; the others get a Retry-After", async () => {
  const answers = await orders(20);
  expect(statuses(answers)).toEqual([...Array(6).fill(202), ...Array(14).fill(503)]);
  const refused = answers.find(({ status }) => status === 503);
  expect(refused?.body.code).toBe("phone_messages_paused");
  expect(refused?.headers["retry-after"]).toBe(String(50 * 60));
});

test("the next hour has budget again, until the day's is spent", async () => {
  expect(statuses(await orders(7))).toEqual([...Array(6).fill(202), 503]);
  await host.clock.advance(hourMs - 600_000);
  const answers = await orders(6);
  expect(statuses(answers)).toEqual([202, 202, 202, 202, 503, 503]);
  expect(answers.find(({ status }) => status === 503)?.headers["retry-after"]).toBe(String(23 * 3600));
  await host.clock.advance(23 * hourMs);
  expect((await order()).status).toBe(202);
});

test("numbers with and without an account get the same answer, and nothing is counted twice", async () => {
  const { phone } = await people.byPhone();
  await orders(5);
  const [known, unknown] = [await order(phone), await order()];
  expect(known.text).toBe(unknown.text);
  expect([known.status, unknown.status]).toEqual([503, 503]);
  await host.clock.advance(hourMs);
  expect((await order(phone)).status).toBe(202);
});

test("a registration by phone succeeds meanwhile, and the number is confirmed when messages are sent again", async () => {
  await orders(6);
  await host.clock.advance(49 * 60_000);
  const phone = newPhone();
  const { token } = await people.byPhone(phone);
  expect(await people.allTo(phone)).toEqual([]);
  const send = () => people.post("/api/v2/auth/phone/send", { phone }, token);
  expect((await send()).body.code).toBe("phone_messages_paused");
  await host.clock.advance(120_000);
  expect((await send()).status).toBe(202);
  const { code } = await people.lastTo(phone);
  expect((await people.post("/api/v2/auth/phone/verify/code", { code }, token)).status).toBe(200);
});

test("mail and password resets continue; a notice to a player is never held back", async () => {
  const phone = newPhone();
  const { token } = await people.byPhone(phone, "correct horse");
  const { code } = await people.lastTo(phone);
  expect((await people.post("/api/v2/auth/phone/verify/code", { code }, token)).status).toBe(200);
  const other = newPhone();
  const replacement = { phone: other, password: "correct horse" };
  expect((await people.post("/api/v2/auth/phone/send", replacement, token)).status).toBe(202);
  await orders(4);
  expect((await people.post("/api/v2/auth/password/phone/forgot", { phone })).status).toBe(503);
  const { email } = await people.byEmail();
  expect((await people.post("/api/v2/auth/password/email/forgot", { email })).status).toBe(202);
  const given = await people.lastTo(other);
  const confirmed = await people.post("/api/v2/auth/phone/verify/code", { code: given.code }, token);
  expect(confirmed.status, confirmed.text).toBe(200);
  expect((await people.lastTo(phone)).template).toBe("contact_changed");
});
