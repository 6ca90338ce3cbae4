import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { type TestCounter, testCounter } from "../testing/test-counter.ts";

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
});
afterAll(() => counter.close());

const minuteMs = 60_000;
const pay = "POST /api/v1/billing/payments";

describe("alice opens the cashier", () => {
  test("methods and limits are those of her currency, a guest's those of the region", async () => {
    const alice = await counter.person("KZT");
    const { data } = (await counter.api.call("GET /api/v2/billing/data", { token: alice.token })).body;
    expect(data.payments.methods.map((method: { hash: string }) => method.hash)).toEqual([
      "card-page",
      "card-transfer",
      "kaspi",
    ]);
    const limits = { min_amount: "500", max_amount: "1500000", exchange_currency: "KZT", value: "1" };
    expect(data.payments.methods[0]).toMatchObject(limits);
    expect(data).toMatchObject({ payouts: { methods: [] }, "crypto-payments": [], "crypto-payouts": [] });
    const guest = (await counter.api.call("GET /api/v2/billing/data", { headers: { region: "KZ" } })).body.data;
    expect(guest.payments.methods[0]).toMatchObject(limits);
  });
});

describe("alice deposits", () => {
  test("she opens an invoice, pays it, and plays with exactly that", async () => {
    const alice = await counter.person();
    const invoice = await counter.open(alice, "500.50");
    expect(invoice).toMatchObject({
      amount: "500.5",
      shop_amount: "500.5",
      commission: "0",
      life_time: 1200,
      status: 2,
      card: null,
      url: `https://pay.example/${invoice.id}`,
      sum_was_changed: false,
      currency: "RUB",
    });
    await counter.expectBooks(alice, "0");
    expect((await counter.sendPaidWebhook(invoice, "500.50")).body).toEqual({ data: { result: "credited" } });
    expect((await counter.status(alice, invoice.id)).body.data).toMatchObject({ status: 3, sum_was_changed: false });
    await counter.expectBooks(alice, "500.50");
  });

  test("a transfer shows a card and the exact sum the provider expects", async () => {
    const alice = await counter.person();
    const invoice = await counter.open(alice, "1000", "card-transfer");
    expect(invoice).toMatchObject({
      url: null,
      card: { card_number: "2200150012345675", phone_number: "+79005550123" },
    });
  });

  test("a transfer asks for up to 0.99 less than was entered and never for more: an invoice above it is not shown", async () => {
    const alice = await counter.person();
    const body = { method_hash: "card-transfer", amount: "1000" };
    for (const [added, expected] of [
      ["0.01", "unavailable"],
      ["-1", "unavailable"],
      ["-0.99", "999.01"],
      ["-0.01", "999.99"],
    ] as const) {
      counter.provider.adds = parseDecimal(added);
      const answer = await counter.api.call(pay, { token: alice.token, key: randomUUID(), body });
      expect([added, answer.body.code ?? answer.body.data.amount]).toEqual([added, expected]);
    }
    counter.provider.adds = parseDecimal("0");
  });

  test("the same key opens one invoice and gets the same bytes, ten times at once and a quarter of an hour later", async () => {
    const alice = await counter.person();
    const call = { token: alice.token, key: randomUUID(), body: { method_hash: "card-page", amount: "700" } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => counter.api.call(pay, call)));
    await counter.host.clock.advance(5 * minuteMs);
    answers.push(await counter.api.call(pay, call));
    expect(new Set(answers.map(answer => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(new Set(counter.provider.opened.filter(id => id === answers[0]?.body.data.id)).size).toBe(1);
    const { items } = (await counter.api.call("GET /api/v1/billing/history", { token: alice.token })).body.data;
    expect(items).toHaveLength(1);
    const other = await counter.api.call(pay, { ...call, body: { ...call.body, amount: "701" } });
    expect(other).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } });
  });

  test("when the connection to the provider breaks, the same key continues with the same invoice", async () => {
    const alice = await counter.person();
    const call = { token: alice.token, key: randomUUID(), body: { method_hash: "card-page", amount: "700" } };
    counter.provider.failNext = 1;
    expect((await counter.api.call(pay, call)).status).toBe(500);
    const again = await counter.api.call(pay, call);
    expect(again.status).toBe(201);
    expect(counter.provider.opened.filter(id => id === again.body.data.id)).toHaveLength(2);
  });

  test.each([
    "1e3",
    -1,
    500,
    Number.NaN,
    ["500"],
    { amount: "500" },
    1e30,
    " 500",
    "５００",
    "500.001",
    "",
    null,
    "+500",
    "0x1f",
    "1,000",
    "500\u0000",
  ])("an amount %j is refused and opens nothing", async amount => {
    const alice = await counter.person();
    const before = counter.provider.opened.length;
    const call = { token: alice.token, key: randomUUID(), body: { method_hash: "card-page", amount } };
    const answer = await counter.api.call(pay, call);
    expect(answer).toMatchObject({ status: 422, body: { code: "validation_failed" } });
    expect(answer.body.errors.amount).toHaveLength(1);
    expect(counter.provider.opened).toHaveLength(before);
  });

  test.each(["99.99", "300000.01", "0", "999999999.99"])("an amount of %s is outside the limits", async amount => {
    const alice = await counter.person();
    const call = { token: alice.token, key: randomUUID(), body: { method_hash: "card-page", amount } };
    expect(await counter.api.call(pay, call)).toMatchObject({
      status: 422,
      body: { code: "amount_out_of_limits", data: { min: "100", max: "300000" } },
    });
  });

  test("an amount in a currency that is no longer in use opens nothing; in the one in use it does", async () => {
    const alice = await counter.person();
    const before = counter.provider.opened.length;
    const send = (currency: string) =>
      counter.api.call(pay, {
        token: alice.token,
        key: randomUUID(),
        body: { method_hash: "card-page", amount: "500", currency },
      });
    const refused = await send("KZT");
    expect(refused).toMatchObject({ status: 422, body: { errors: { currency: ["currency_changed"] } } });
    expect((await send("GBP")).body.errors).toEqual({ currency: ["currency_invalid"] });
    expect(counter.provider.opened).toHaveLength(before);
    expect((await send("RUB")).body.data).toMatchObject({ currency: "RUB", amount: "500" });
  });

  test("no key, no token, no such method", async () => {
    const alice = await counter.person();
    const body = { method_hash: "card-page", amount: "500" };
    const { token } = alice;
    expect((await counter.api.call(pay, { token, body })).body.code).toBe("idempotency_key_required");
    expect((await counter.api.call(pay, { key: randomUUID(), body })).status).toBe(401);
    const wrong = await counter.api.call(pay, { token, key: randomUUID(), body: { ...body, method_hash: "gold" } });
    expect(wrong.body.errors).toEqual({ method_hash: ["method_unknown"] });
    expect((await counter.api.call(pay, { token, key: randomUUID(), body: "[]" })).status).toBe(400);
  });

  test("mallory can neither read nor cancel her invoice, nor distinguish it from a missing one", async () => {
    const [alice, mallory] = [await counter.person(), await counter.person()];
    const invoice = await counter.open(alice);
    const foreign = await counter.status(mallory, invoice.id);
    const nothing = await counter.status(mallory, randomUUID());
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(nothing.text);
    const cancel = await counter.api.call(`${pay}/${invoice.id}/cancel`, { token: mallory.token, body: {} });
    expect(cancel.text).toBe(nothing.text);
    expect((await counter.status(alice, invoice.id)).body.data.status).toBe(2);
  });

  test("her history is paged, newest first", async () => {
    const alice = await counter.person();
    for (let i = 0; i < 23; i++) {
      await counter.open(alice);
      await counter.host.clock.advance(2);
    }
    const page = async (cursor = "") =>
      (await counter.api.call(`GET /api/v1/billing/history${cursor}`, { token: alice.token })).body.data;
    const first = await page();
    const second = await page(`?cursor=${first.next_cursor}`);
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([20, 3, null]);
    const ids = [...first.items, ...second.items].map((item: { id: string }) => item.id);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    const wrong = await counter.api.call("GET /api/v1/billing/history?cursor=x", { token: alice.token });
    expect(wrong.body.errors).toEqual({ cursor: ["cursor_invalid"] });
  });
});

describe("an invoice ends", () => {
  test("after 20 minutes; a late payment is credited all the same", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob);
    await counter.host.clock.advance(19 * minuteMs);
    expect((await counter.status(bob, invoice.id)).body.data).toMatchObject({ status: 2, life_time: 60 });
    await counter.host.clock.advance(minuteMs);
    expect((await counter.status(bob, invoice.id)).body.data).toMatchObject({ status: 4, life_time: 0 });
    await counter.sendPaidWebhook(invoice, "500");
    expect((await counter.status(bob, invoice.id)).body.data.status).toBe(3);
    await counter.expectBooks(bob, "500");
  });

  test("by the job when the player does not reload it", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob);
    await counter.host.clock.advance(21 * minuteMs);
    await counter.runJob("payments-expire");
    const { rows } = await counter.host.db.query("SELECT status FROM payments.invoices WHERE id = $1", [invoice.id]);
    expect(rows).toEqual([{ status: 4 }]);
  });

  test("by the player's request, once; a paid one cannot be cancelled; money for a cancelled one is credited", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob);
    const cancel = () => counter.api.call(`${pay}/${invoice.id}/cancel`, { token: bob.token, body: {} });
    expect((await cancel()).body.data.status).toBe(6);
    expect((await cancel()).body.data.status).toBe(6);
    await counter.sendPaidWebhook(invoice, "500");
    expect(await cancel()).toMatchObject({ status: 409, body: { code: "invoice_closed", data: { status: 3 } } });
    await counter.expectBooks(bob, "500");
  });

  test("by the provider's message, which a payment overrides in either order", async () => {
    const bob = await counter.person();
    const declined = await counter.open(bob);
    const say = (type: string, id: string) => counter.sendWebhook({ type, reference: id });
    expect((await say("invoice.declined", declined.id)).body.data.result).toBe("noted");
    expect((await counter.status(bob, declined.id)).body.data.status).toBe(5);
    await counter.sendPaidWebhook(declined, "500");
    const paid = await counter.open(bob);
    await counter.sendPaidWebhook(paid, "500");
    expect((await say("invoice.expired", paid.id)).body.data.result).toBe("ignored");
    expect((await say("invoice.declined", paid.id)).body.data.result).toBe("ignored");
    for (const { id } of [declined, paid]) expect((await counter.status(bob, id)).body.data.status).toBe(3);
    await counter.expectBooks(bob, "1000");
  });
});
