import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type Person, type TestCounter, testCounter } from "../testing/test-counter.ts";

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
});
afterAll(() => counter.close());

const pay = "POST /api/v1/billing/payments";
const dayMs = 86_400_000;

async function allow({ token }: Person, deposit_limit: string | null) {
  const answer = await counter.api.call("PUT /api/v1/limits", { token, body: { currency: "RUB", deposit_limit } });
  expect(answer.status, answer.text).toBe(200);
  return ofDeposits(answer.body.data.limits);
}

const ofDeposits = (limits: readonly { readonly kind: string; readonly used: string }[]) =>
  required(
    limits.find(({ kind }) => kind === "deposit"),
    "the limit of deposits",
  );
const limitOf = async ({ token }: Person) =>
  ofDeposits((await counter.api.call("GET /api/v1/limits", { token })).body.data.limits);

const ask = ({ token }: Person, amount: string, method_hash = "card-page", key: string = randomUUID()) =>
  counter.api.call(pay, { token, key, body: { method_hash, amount } });

describe("alice sets a limit of 1000 a day", () => {
  test("open invoices reserve their amounts: a hundred at once never exceed the limit, and all of them can be paid", async () => {
    const alice = await counter.person();
    await allow(alice, "1000");
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(alice, "100")));
    const opened = answers.filter(answer => answer.status === 201);
    expect(opened).toHaveLength(10);
    for (const answer of answers.filter(each => each.status !== 201)) {
      expect(answer.body).toMatchObject({ code: "deposit_limit_reached", data: { limit: "1000", left: "0" } });
    }
    expect(await limitOf(alice)).toMatchObject({ used: "0", open: "1000" });
    await Promise.all(opened.map(answer => counter.sendPaidWebhook(answer.body.data, "100")));
    expect(await limitOf(alice)).toMatchObject({ used: "1000", open: "0" });
    await counter.expectBooks(alice, "1000");
  });

  test("a transfer may use the limit up to its last unit, and the same key opens one invoice however often it is sent", async () => {
    const alice = await counter.person();
    await allow(alice, "1000");
    expect((await ask(alice, "1000.01", "card-transfer")).body.code).toBe("deposit_limit_reached");
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(alice, "1000", "card-transfer", key)));
    expect(new Set(answers.map(answer => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
  });

  test("a cancelled invoice frees its amount; late payments of a hundred of them are credited up to the limit and no further", async () => {
    const alice = await counter.person();
    await allow(alice, "1000");
    const invoices: { id: string }[] = [];
    for (let i = 0; i < 100; i++) {
      const { data } = (await ask(alice, "150")).body;
      invoices.push(data);
      await counter.api.call(`${pay}/${data.id}/cancel`, { token: alice.token, body: {} });
    }
    const before = await counter.account("to be returned", "RUB");
    const answers = await Promise.all(invoices.map(invoice => counter.sendPaidWebhook(invoice, "150")));
    const results = answers.map(answer => answer.body.data.result);
    expect(results.filter(result => result === "credited")).toHaveLength(7);
    expect(results.filter(result => result === "to_be_returned")).toHaveLength(93);
    await counter.expectBooks(alice, "1000");
    expect((await counter.account("to be returned", "RUB")) - before).toBe(14_000_000_000n);
    expect(await limitOf(alice)).toMatchObject({ used: "1000", open: "0" });
  });

  test("an overpayment is credited up to the limit; she sees what goes back", async () => {
    const alice = await counter.person();
    await allow(alice, "1000");
    const invoice = await counter.open(alice, "600");
    expect((await counter.sendPaidWebhook(invoice, "1500")).body.data.result).toBe("credited");
    expect((await counter.status(alice, invoice.id)).body.data).toMatchObject({
      status: 3,
      shop_amount: "1000",
      to_be_returned: "500",
      sum_was_changed: true,
    });
    await counter.expectBooks(alice, "1000");
  });

  test("a limit tightened while an invoice is open cuts its payment, and the exact sum counts as the exact sum", async () => {
    const alice = await counter.person();
    const invoice = await counter.open(alice, "600");
    await allow(alice, "200");
    await counter.sendPaidWebhook(invoice, "600");
    expect((await counter.status(alice, invoice.id)).body.data).toMatchObject({
      status: 3,
      shop_amount: "200",
      to_be_returned: "400",
      sum_was_changed: false,
    });
    await counter.expectBooks(alice, "200");
  });

  test("tightened while fifty payments arrive: nothing credited after the commit exceeds it", async () => {
    const alice = await counter.person();
    const invoices = await Promise.all(Array.from({ length: 50 }, () => counter.open(alice, "100")));
    const sent = invoices.map(invoice => counter.sendPaidWebhook(invoice, "100"));
    const { used } = await allow(alice, "1000");
    await Promise.all(sent);
    const after = Number((await limitOf(alice)).used);
    expect(after).toBeLessThanOrEqual(Math.max(1000, Number(used)));
    await counter.expectBooks(alice, `${after}`);
  });
});

test("a looser limit takes effect after 24 hours, each day counts from zero, and no limit is no limit", async () => {
  const bob = await counter.person();
  await allow(bob, "500");
  const { clock } = counter.host;
  await clock.advance(dayMs - (clock.now() % dayMs) - 1000);
  await counter.sendPaidWebhook(await counter.open(bob, "500"), "500");
  const answer = await allow(bob, null);
  expect(answer).toMatchObject({ limit: "500", later: { limit: null } });
  expect((await ask(bob, "100")).body.code).toBe("deposit_limit_reached");
  await clock.advance(1000);
  expect(await limitOf(bob)).toMatchObject({ limit: "500", used: "0" });
  await counter.sendPaidWebhook(await counter.open(bob, "500"), "500");
  await clock.advance(dayMs - 1001);
  expect(await limitOf(bob)).toMatchObject({ limit: "500" });
  expect((await ask(bob, "100")).body.code).toBe("deposit_limit_reached");
  await clock.advance(1);
  expect(await limitOf(bob)).toMatchObject({ limit: null, later: null });
  await counter.sendPaidWebhook(await counter.open(bob, "5000"), "5000");
  await counter.expectBooks(bob, "6000");
});
