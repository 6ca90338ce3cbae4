import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { tightenOperatorLimit } from "#modules/limits/server/index.ts";
import { type Person, type TestCounter, testCounter } from "../testing/test-counter.ts";

/** Deposit limits and verification totals over all wallets of a player. */

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
  await counter.fixRates();
});
afterAll(() => counter.close());

const allow = (person: Person, currency: Currency, deposit_limit: string) =>
  counter.api.call("PUT /api/v1/limits", { token: person.token, body: { currency, deposit_limit } });
const ask = ({ token }: Person, amount: string) =>
  counter.api.call("POST /api/v1/billing/payments", {
    token,
    key: randomUUID(),
    body: { method_hash: "card-page", amount },
  });
const cardOf = ({ id }: Person) => ({ token: `tok_${id}`, label: "•••• 4242" });

/** Deposits this much, paid in full. */
async function payIn(person: Person, amount: string, currency: Currency): Promise<void> {
  const { status, body, text } = await ask(person, amount);
  expect(status, text).toBe(201);
  const response = await counter.sendPaidWebhook(body.data, amount, {
    payment: { currency, instrument: cardOf(person) },
  });
  expect(response.body.data.result).toBe("credited");
}

describe("alice sets a limit of 50,000 roubles a day", () => {
  test("and after 44,000 of them deposits 6,000 more in any currency, not a cent beyond", async () => {
    let alice = await counter.person("RUB");
    await allow(alice, "RUB", "50000");
    await payIn(alice, "44000", "RUB");
    alice = counter.inCurrency(alice, "USD");
    // 6,000 roubles are 75 dollars.
    expect((await ask(alice, "75.01")).body).toMatchObject({ code: "deposit_limit_reached", data: { left: "75" } });
    await payIn(alice, "75", "USD");
    alice = counter.inCurrency(alice, "EUR");
    expect((await ask(alice, "5")).body).toMatchObject({ code: "deposit_limit_reached", data: { left: "0" } });
    alice = counter.inCurrency(alice, "RUB");
    expect((await ask(alice, "100")).body.code).toBe("deposit_limit_reached");
    const { limits } = (await counter.api.call("GET /api/v1/limits", { token: alice.token })).body.data;
    expect(limits[2]).toMatchObject({ kind: "deposit", currency: "RUB", limit: "50000", used: "50000", open: "0" });
  });

  test("concurrent invoices of several currencies never exceed it in total", async () => {
    const alice = await counter.person("RUB");
    await allow(alice, "RUB", "8000");
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const currency = index % 2 === 0 ? "RUB" : "USD";
        return ask(counter.inCurrency(alice, currency), currency === "RUB" ? "800" : "10");
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  });

  test("beside one that an operator set in euros: the lower one holds, and she changes only her own", async () => {
    let alice = await counter.person("RUB");
    await allow(alice, "RUB", "50000");
    const operated = async (amount: bigint) =>
      counter.host.db.tx(tx =>
        tightenOperatorLimit(tx, {
          player: alice.id,
          kind: "deposit",
          limit: { amount: micros(amount * 1_000_000n), currency: "EUR" },
          cause: "affordability",
          by: "Askar",
          reason: "no payslip",
          now: new Date(counter.host.clock.now()),
        }),
      );
    await operated(100n);
    // 100 euros are 8,800 roubles.
    expect((await ask(alice, "8800.01")).body).toMatchObject({
      code: "deposit_limit_reached",
      data: { limit: "8800", left: "8800" },
    });
    await payIn(alice, "4400", "RUB");
    await allow(alice, "RUB", "999999");
    alice = counter.inCurrency(alice, "EUR");
    expect((await ask(alice, "50.01")).body).toMatchObject({ code: "deposit_limit_reached", data: { left: "50" } });
    const invoice = (await ask(alice, "50")).body.data;
    // Lowered while the invoice is open: what arrives beyond it goes back.
    await operated(60n);
    await counter.sendPaidWebhook(invoice, "50", { payment: { currency: "EUR", instrument: cardOf(alice) } });
    expect((await counter.status(alice, invoice.id)).body.data).toMatchObject({
      shop_amount: "10",
      to_be_returned: "40",
    });
    const { limits } = (await counter.api.call("GET /api/v1/limits", { token: alice.token })).body.data;
    expect(limits[2]).toMatchObject({
      limit: "50000",
      currency: "RUB",
      operator: { limit: "60", currency: "EUR", used: "60", cause: "affordability" },
    });
    expect(JSON.stringify(limits)).not.toContain("payslip");
    await allow(alice, "RUB", "800");
    expect((await ask(counter.inCurrency(alice, "RUB"), "100")).body.data).toMatchObject({ limit: "800", left: "0" });
  });

  test("payouts do not free any of it: the limit counts deposits only", async () => {
    const bob = await counter.person("RUB");
    await allow(bob, "RUB", "500");
    await payIn(bob, "500", "RUB");
    const { payouts } = (await counter.api.call("GET /api/v2/billing/data", { token: bob.token })).body.data;
    const depositBody = { method_hash: payouts.methods[0].hash, amount: "300" };
    const out = await counter.api.call("POST /api/v1/billing/payouts", {
      token: bob.token,
      key: randomUUID(),
      body: depositBody,
    });
    expect(out.status, out.text).toBe(201);
    expect((await ask(bob, "100")).body).toMatchObject({ code: "deposit_limit_reached", data: { left: "0" } });
    // One rouble more, paid without an invoice amount left, is not credited either.
    const late = await counter.sendPaidWebhook({ id: required(counter.provider.opened.at(-1), "his invoice") }, "1");
    expect(late.body.data.result).toBe("to_be_returned");
    await counter.expectBooks(bob, "200");
  });

  test("without rates of the day deposits in another currency are refused, and those in the limit's own are not", async () => {
    let carl = await counter.person("RUB");
    await allow(carl, "RUB", "5000");
    await counter.host.clock.advance(86_400_000);
    await payIn(carl, "100", "RUB");
    carl = counter.inCurrency(carl, "USD");
    expect(await ask(carl, "5")).toMatchObject({ status: 503, body: { code: "rates_unavailable" } });
    await counter.fixRates();
    await payIn(carl, "5", "USD");
  });
});

describe("verification totals", () => {
  test("add up all currencies, each deposit at the rates of its day", async () => {
    let dan = await counter.person("EUR");
    counter.known.level = 0;
    for (const amount of ["2450", "2450"]) await payIn(dan, amount, "EUR");
    dan = counter.inCurrency(dan, "RUB");
    // 100 euros are left of the 5,000: 8,800 roubles.
    expect((await ask(dan, "8801")).body).toMatchObject({ code: "verification_required", data: { level: 1 } });
    await payIn(dan, "8800", "RUB");
    expect((await ask(dan, "100")).body).toMatchObject({ code: "verification_required", data: { level: 1 } });
    // Tomorrow a rouble is half as valuable: yesterday's deposit keeps yesterday's rate.
    await counter.host.clock.advance(86_400_000);
    await counter.host.db.query(
      `INSERT INTO rates.rate_days SELECT day + 1, fixed_at, feed_at, prices || '{"RUB": "0.00625"}' FROM rates.rate_days ORDER BY day DESC LIMIT 1`,
    );
    dan = counter.inCurrency(dan, "EUR");
    expect((await ask(dan, "5")).body).toMatchObject({
      code: "verification_required",
      data: { level: 1, limit: "5000" },
    });
    counter.known.level = 3;
  });

  test("hold for payouts too, and of two at once in two currencies the second sees the first", async () => {
    let eva = await counter.person("EUR");
    counter.known.level = 2;
    await payIn(eva, "1900", "EUR");
    eva = counter.inCurrency(eva, "USD");
    await payIn(eva, "1900", "USD");
    counter.known.level = 0;
    const { payouts } = (await counter.api.call("GET /api/v2/billing/data", { token: eva.token })).body.data;
    const body = { method_hash: payouts.methods[0].hash, amount: "1500" };
    const answers = await Promise.all(
      (["EUR", "USD"] as const).map(currency => {
        const { token } = counter.inCurrency(eva, currency);
        return counter.api.call("POST /api/v1/billing/payouts", { token, key: randomUUID(), body });
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 201)?.body.code).toBe("verification_required");
    counter.known.level = 3;
  });
});
