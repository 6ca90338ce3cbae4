import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "#apps/sandbox/app.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { siteHost } from "#kit/host/config.ts";
import { systemClock } from "#kit/host/system.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { createLimits } from "#modules/limits/server/index.ts";
import { createPayments } from "#modules/payments/server/index.ts";
import { auditBooks, createWallet, type Wallet } from "#modules/wallet/server/index.ts";

/** Fairhouse and the payment provider, which share nothing but two addresses and a secret. */
let host: TestHost;
let api: TestApi;
let wallet: Wallet;
let sandbox: FastifyInstance;
let folder: string;
let token: string;
let port: number;
const proxy = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { host: _own, ...headers } = request.headers as Record<string, string>;
  const answer = await api.call(`${request.method} ${request.url}`, { body: Buffer.concat(chunks), headers });
  response.writeHead(answer.status).end(answer.text);
});

/** The application's clock, so that both agree on the time; failed messages are retried soon. */
const clock = { ...systemClock, now: () => host.clock.now() };

function startSandbox(): FastifyInstance {
  const ear = (proxy.address() as AddressInfo).port;
  return createSandbox({
    clock,
    dataFolder: folder,
    publicUrl: `http://localhost:${port}`,
    beaconSeed: new Uint8Array(32).fill(7),
    paymentsSecret: host.config.PAYMENTS_SECRET,
    smsToken: host.config.SMS_TOKEN,
    webhookAddress: `http://127.0.0.1:${ear}/api/v1/billing/webhooks/sandbox`,
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-story-"));
  await new Promise<void>(resolve => proxy.listen(0, "127.0.0.1", resolve));
  port = await freePort();
  host = await testHost({ modules: ["payments"], environment: { PAYMENTS_URL: `http://127.0.0.1:${port}` } });
  const accounts = createAccounts(host);
  wallet = createWallet(host, { pairs: createFairness(host).pairs, accounts });
  const limits = createLimits(host, { accounts });
  const payments = createPayments(host, {
    accounts,
    wallet,
    limits,
    isOwnOrigin: origin => origin === `http://${siteHost(host.config)}`,
  });
  api = await testApi(host, [accounts, payments], accounts.authenticate);
  sandbox = startSandbox();
  await sandbox.listen({ port, host: "127.0.0.1" });
  const body = { email: "alice@example.org", password: "correct horse", currency: "RUB", agree: true };
  token = (await api.call("POST /api/v2/auth/register/email", { body })).body.token;
});
afterAll(async () => {
  await sandbox.close();
  proxy.close();
  await wallet.stop?.();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(method_hash = "card-page", amount = "500") {
  const body = { method_hash, amount };
  const answer = await api.call("POST /api/v1/billing/payments", { token, key: randomUUID(), body });
  expect(answer.status).toBe(201);
  return answer.body.data as { id: string; hash: string; url: string; amount: string; card: object | null };
}
const play = (path: string, body = "") =>
  sandbox.inject({
    method: "POST",
    url: path,
    payload: body,
    headers: { "content-type": body.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded" },
  });
const status = async (id: string) => (await api.call(`GET /billing/payment/status/${id}`, { token })).body.data;
const becomes = (id: string, expected: object) => expect.poll(() => status(id)).toMatchObject(expected);

async function realMoney(): Promise<string> {
  expect(await auditBooks(host.db)).toEqual([]);
  const session = (await api.call("GET /profile/user", { token })).body.user.id;
  return `${(await wallet.balances(session))[0]?.real ?? 0n}`;
}

describe("alice deposits with the payment provider", () => {
  test("she opens its page, presses Pay, and is credited", async () => {
    const invoice = await open();
    const page = await sandbox.inject({ url: `${new URL(invoice.url).pathname}?lang=ru` });
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.payload).toContain("Оплатить 500 RUB");
    const cards = /value="(4242 \d{4} \d{4} 4242)"/;
    expect(page.payload).toMatch(cards);
    const pressed = await play(`/psp/pay/${invoice.hash}/pay?lang=ru`, "number=4242");
    expect(pressed.headers.location).toBe(`/psp/pay/${invoice.hash}?lang=ru`);
    await becomes(invoice.id, { status: 3, sum_was_changed: false });
    expect(await realMoney()).toBe("500000000");
    await play(`/psp/pay/${invoice.hash}/pay`);
    expect((await sandbox.inject({ url: `/psp/pay/${invoice.hash}` })).payload).toContain("Paid");
    expect(await realMoney()).toBe("500000000");
  });

  test("the provider's page leads back to the page she came from, paid or declined, and to no page of another site", async () => {
    const back = `http://${siteHost(host.config)}/ru/games/dice?deposit`;
    const order = (return_to: string) =>
      api.call("POST /api/v1/billing/payments", {
        token,
        key: randomUUID(),
        body: { method_hash: "card-page", amount: "500", return_to },
      });
    for (const action of ["pay", "decline"]) {
      const invoice = (await order(back)).body.data;
      const page = await sandbox.inject({ url: `/psp/pay/${invoice.hash}` });
      expect(page.headers["content-security-policy"]).toContain(`form-action 'self' http://${siteHost(host.config)}; `);
      expect((await play(`/psp/pay/${invoice.hash}/${action}`)).headers.location).toBe(back);
      expect((await sandbox.inject({ url: `/psp/pay/${invoice.hash}` })).payload).toContain(`href="${back}"`);
    }
    for (const evil of ["https://evil.example/ru", "javascript:alert(1)", "//evil.example", "/ru"]) {
      const refused = await order(evil);
      expect([evil, refused.status, refused.body.errors]).toEqual([evil, 422, { return_to: ["return_to_invalid"] }]);
    }
  });

  test.each([
    ["sbp", "RUB", "Оплата через СБП", "+7 900 123-45-67", "СБП •••• 4567"],
    ["kaspi", "KZT", "Перевод Kaspi", "+7 701 123 45 67", "Перевод Kaspi •••• 4567"],
    ["upi", "INR", "Оплата через UPI", "alice@testbank", "UPI ••••lice@testbank"],
    ["bank-eur", "EUR", "Оплата со счёта в банке", "DE89 3704 0044 0532 0130 00", "Счёт в банке •••• 3000"],
  ])(
    "%s in %s is paid on its own page, and the account can be paid out to afterwards",
    async (method, currency, title, typed, name) => {
      const body = { email: `${method}@example.org`, password: "correct horse", currency, agree: true };
      const person = (await api.call("POST /api/v2/auth/register/email", { body })).body.token;
      const depositBody = { method_hash: method, amount: "500" };
      const call = { token: person, key: randomUUID(), body: depositBody };
      const invoice = (await api.call("POST /api/v1/billing/payments", call)).body.data;
      expect((await sandbox.inject({ url: `/psp/pay/${invoice.hash}?lang=ru` })).payload).toContain(
        `<h1>${title}</h1>`,
      );
      await play(`/psp/pay/${invoice.hash}/pay`, `number=${encodeURIComponent(typed)}`);
      const seen = async () =>
        (await api.call("GET /api/v2/billing/data", { token: person })).body.data.payouts.methods;
      await expect.poll(seen).toMatchObject([{ name: { ru: name } }]);
    },
  );

  test("two transfers of one sum differ in their last digits", async () => {
    const [one, two] = [await open("card-transfer"), await open("card-transfer")];
    expect(one.amount).not.toBe(two.amount);
    for (const { amount } of [one, two]) expect(amount).toMatch(/^499\.\d{1,2}$/);
    expect(one.card).not.toBeNull();
    await play(`/psp/invoices/${one.hash}/pay`, "{}");
    await becomes(one.id, { status: 3, shop_amount: one.amount, sum_was_changed: false });
    expect((await status(two.id)).status).toBe(2);
  });

  test("another sum, a decline, and a late payment", async () => {
    const [changed, declined, late] = [await open(), await open(), await open()];
    await play(`/psp/invoices/${changed.hash}/pay-other`, "amount=120%2C50");
    await becomes(changed.id, { status: 3, shop_amount: "120.5", sum_was_changed: true });
    await play(`/psp/pay/${declined.hash}/decline`);
    await becomes(declined.id, { status: 5 });
    await play(`/psp/invoices/${late.hash}/expire`);
    await becomes(late.id, { status: 4 });
    await play(`/psp/invoices/${late.hash}/pay`);
    await becomes(late.id, { status: 3 });
  });

  test("messages held back, sent in reverse order and then all repeated, book the money once", async () => {
    const invoice = await open();
    const before = BigInt(await realMoney());
    await play("/psp/messages/hold");
    for (const action of ["decline", "expire", "pay"]) await play(`/psp/invoices/${invoice.hash}/${action}`);
    expect((await status(invoice.id)).status).toBe(2);
    await play("/psp/messages/release-reversed");
    expect((await status(invoice.id)).status).toBe(3);
    await play(`/psp/invoices/${invoice.hash}/repeat`);
    await play(`/psp/invoices/${invoice.hash}/repeat`);
    await becomes(invoice.id, { status: 3, sum_was_changed: false });
    expect(BigInt(await realMoney()) - before).toBe(500_000_000n);
  });

  test("the provider restarts: open invoices and undelivered messages are still there", async () => {
    const invoice = await open();
    await play("/psp/messages/hold");
    await play(`/psp/invoices/${invoice.hash}/pay`);
    await sandbox.close();
    sandbox = startSandbox();
    await sandbox.listen({ port, host: "127.0.0.1" });
    await becomes(invoice.id, { status: 3 });
  });

  test("while the provider is unavailable a deposit fails with unavailable, and opens nothing twice once it is back", async () => {
    await sandbox.close();
    const call = { token, key: randomUUID(), body: { method_hash: "card-page", amount: "500" } };
    const away = await api.call("POST /api/v1/billing/payments", call);
    expect(away).toMatchObject({ status: 503, body: { code: "unavailable" } });
    sandbox = startSandbox();
    await sandbox.listen({ port, host: "127.0.0.1" });
    expect((await api.call("POST /api/v1/billing/payments", call)).status).toBe(201);
  });

  test("the shared secret changes at the provider first, then here: no deposit is refused, and the former is refused after", async () => {
    const config = host.config as { PAYMENTS_SECRET_OLD?: string | undefined };
    const former = host.config.PAYMENTS_SECRET;
    const next = "the next payments secret that tests know";
    const keys = async () => (await sandbox.inject({ url: "/psp/keys" })).json();
    expect((await play("/psp/keys/use", next)).statusCode).toBe(409);
    expect((await play("/psp/keys/add", "short")).statusCode).toBe(422);
    await play("/psp/keys/add", next);
    const during = await open();
    await play(`/psp/invoices/${during.hash}/pay`);
    await becomes(during.id, { status: 3 });
    config.PAYMENTS_SECRET_OLD = next;
    await play("/psp/keys/use", next);
    const after = await open();
    await play(`/psp/invoices/${after.hash}/pay`);
    await becomes(after.id, { status: 3 });
    expect(await keys()).toEqual({ accepted: 2, refusals: 0 });

    await play("/psp/keys/retire");
    const call = { token, key: randomUUID(), body: { method_hash: "card-page", amount: "500" } };
    expect((await api.call("POST /api/v1/billing/payments", call)).status).toBe(503);
    expect(await keys()).toEqual({ accepted: 1, refusals: 1 });
    await play("/psp/keys/add", former);
    await play("/psp/keys/use", former);
    config.PAYMENTS_SECRET_OLD = undefined;
  });

  test("only the merchant opens invoices, and entered text is only text on its pages", async () => {
    const forged = await play("/psp/api/invoices", JSON.stringify({ reference: randomUUID() }));
    expect(forged.statusCode).toBe(401);
    const invoice = await open();
    const hostile = await play(`/psp/invoices/${invoice.hash}/pay-other`, "amount=%3Cscript%3E1");
    expect(hostile.statusCode).toBe(422);
    const home = (await sandbox.inject({ url: "/" })).payload;
    expect(home).not.toContain("<script");
    expect((await sandbox.inject({ url: "/outbox?to=alice@example.org" })).json()).toEqual([]);
  });
});
