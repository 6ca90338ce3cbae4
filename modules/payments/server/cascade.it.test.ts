import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Person, type TestCounter, testCounter } from "../testing/test-counter.ts";

/** Two providers that open invoices: the player sees one deposit, and there is never a second invoice for it. */

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
  await counter.payments.start?.();
});
beforeEach(async () => {
  Object.assign(counter.provider, { away: null });
  Object.assign(counter.reserve, { away: null });
  await probesDone();
});
afterAll(async () => {
  await counter.payments.stop?.();
  await counter.close();
});

const deposit = ({ token }: Person, key: string = randomUUID()) =>
  counter.api.call("POST /api/v1/billing/payments", { token, key, body: { method_hash: "card-page", amount: "500" } });
const offered = async ({ token }: Person) =>
  (await counter.api.call("GET /api/v2/billing/data", { token })).body.data.payments.methods.length;
/** Time for three probes. */
const probesDone = async () => {
  for (let i = 0; i < 4; i++) await counter.host.clock.advance(15_000);
};

describe("a provider that refuses", () => {
  test("hands the invoice on: the player sees one deposit, pays it, and is credited from the second provider", async () => {
    const alice = await counter.person();
    counter.provider.away = "refuses";
    const answer = await deposit(alice);
    expect(answer.status).toBe(201);
    const { id } = answer.body.data;
    expect([counter.provider.invoices.has(id), counter.reserve.invoices.has(id)]).toEqual([false, true]);
    const payment = { id: randomUUID(), amount: "500", currency: "RUB" };
    expect((await counter.sendWebhook({ reference: id, payment }, {}, "reserve")).body.data.result).toBe("credited");
    expect(await counter.account("deposits:reserve", "RUB")).toBe(-500_000_000n);
    await counter.expectBooks(alice, "500");
  });

  test("cannot act for the other one: its signature is rejected, and its messages about the invoice match no invoice of its own", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob);
    const payment = { id: randomUUID(), amount: "500", currency: "RUB" };
    expect((await counter.sendWebhook({ reference: invoice.id, payment }, {}, "reserve")).body.data.result).toBe(
      "quarantined",
    );
    await counter.expectBooks(bob, "0");
  });

  test("and a second one that refuses leave nothing: no invoice is open, and the same key succeeds later", async () => {
    const carol = await counter.person();
    Object.assign(counter.provider, { away: "refuses" });
    Object.assign(counter.reserve, { away: "refuses" });
    const key = randomUUID();
    expect(await deposit(carol, key)).toMatchObject({ status: 503, body: { code: "unavailable" } });
    Object.assign(counter.provider, { away: null });
    Object.assign(counter.reserve, { away: null });
    expect((await deposit(carol, key)).status).toBe(201);
  });
});

describe("a provider that does not answer", () => {
  test("keeps the invoice: it may have opened it, so no other provider is tried, and the same key finds it", async () => {
    const dave = await counter.person();
    counter.provider.away = "silent";
    const key = randomUUID();
    expect((await deposit(dave, key)).status).toBe(503);
    expect((await deposit(dave, key)).status).toBe(503);
    counter.provider.away = null;
    const answer = await deposit(dave, key);
    expect(answer.status).toBe(201);
    const { id } = answer.body.data;
    expect([counter.provider.invoices.has(id), counter.reserve.invoices.has(id)]).toEqual([true, false]);
    await counter.sendPaidWebhook({ id }, "500");
    await counter.expectBooks(dave, "500");
  });

  test("fifty requests with one key while it refuses now and then: one invoice is shown, whichever provider opened it", async () => {
    const erin = await counter.person();
    const key = randomUUID();
    counter.provider.away = "refuses";
    const presses = Array.from({ length: 50 }, async (_, index) => {
      counter.provider.away = index % 3 === 0 ? "refuses" : null;
      return deposit(erin, key);
    });
    const answers = (await Promise.all(presses)).filter(({ status }) => status === 201);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { rows } = await counter.host.db.query("SELECT provider FROM payments.invoices WHERE player_id = $1", [
      erin.id,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe("health", () => {
  test("hides methods when no provider is available and brings them back automatically; one provider is enough", async () => {
    const frank = await counter.person();
    Object.assign(counter.provider, { away: "refuses" });
    await probesDone();
    expect(await offered(frank)).toBe(3);
    const opened = counter.provider.opened.length;
    expect((await deposit(frank)).status).toBe(201);
    // The first is known to be unavailable and was not called.
    expect(counter.provider.opened.length).toBe(opened);
    Object.assign(counter.reserve, { away: "refuses" });
    await probesDone();
    expect(await offered(frank)).toBe(0);
    expect((await deposit(frank)).status).toBe(503);
    Object.assign(counter.provider, { away: null });
    await counter.host.clock.advance(15_000);
    expect(await offered(frank)).toBe(0);
    await probesDone();
    expect(await offered(frank)).toBe(3);
  });
});
