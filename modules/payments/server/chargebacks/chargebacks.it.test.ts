import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { type Person, type TestCounter, testCounter } from "../../testing/test-counter.ts";
import { followPayoutJob } from "../payouts/follow-payout.ts";
import { chargebacksByDay } from "./chargebacks-by-day.ts";

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
});
afterAll(() => counter.close());

const cardOf = ({ id }: Person) => ({ token: `tok_${id}`, label: "•••• 4242" });
const receivable = () => counter.account("receivable", "RUB");

/** Deposits by card; returns the provider's name of the payment. */
async function payer(amount: string): Promise<{ who: Person; payment: string; card: string }> {
  const who = await counter.person();
  const payment = randomUUID();
  await counter.sendPaidWebhook(await counter.open(who, amount), amount, {
    payment: { id: payment, instrument: cardOf(who) },
  });
  const { payouts } = (await counter.api.call("GET /api/v2/billing/data", { token: who.token })).body.data;
  return { who, payment, card: payouts.methods[0].hash };
}

const recall = (id: string, amount: string, currency = "RUB", event_id = randomUUID()) =>
  counter.sendWebhook({ event_id, type: "payment.recalled", payment: { id, amount, currency } } as never);
const ask = (who: Person, method_hash: string, amount: string) => {
  const call = { token: who.token, key: randomUUID(), body: { method_hash, amount } };
  return counter.api.call("POST /api/v1/billing/payouts", call);
};

test("ivan's bank takes 1000 back while 400 are being paid out: he owes what is missing, and a payout that comes back repays it", async () => {
  const { who: ivan, payment, card: method } = await payer("1000");
  const payout = await ask(ivan, method, "400");
  expect(payout.status, payout.text).toBe(201);
  expect((await recall(payment, "1000")).body.data.result).toBe("noted");
  expect(await receivable()).toBe(-400_000_000n);
  const now = counter.host.clock.now();
  const span = { begins: new Date(now - 1), ends: new Date(now + 1) };
  const inReport = (without: readonly Person["id"][] = []) =>
    chargebacksByDay(counter.host.db, { span, zone: "UTC", without });
  const day = new Date(now).toISOString().slice(0, 10);
  const sums = { count: 1, players: 1, amount: 1_000_000_000n, owed: 400_000_000n, waived: 0n };
  expect(await inReport()).toEqual([{ day, provider: expect.any(String), currency: "RUB", ...sums }]);
  expect(await inReport([ivan.id])).toEqual([]);
  await counter.expectBooks(ivan, "0");
  const { id } = payout.body.data;
  await counter.api.call(`DELETE /api/v1/billing/payouts/${id}`, { token: ivan.token, key: randomUUID() });
  expect(await receivable()).toBe(0n);
  await counter.expectBooks(ivan, "0");
});

test("a payout that was requested before the recall and was not sent yet is declined, and repays the debt", async () => {
  const { who: hana, payment, card: method } = await payer("1000");
  const { id } = (await ask(hana, method, "400")).body.data;
  await recall(payment, "1000");
  expect(await receivable()).toBe(-400_000_000n);
  await counter.host.clock.advance(31_000);
  await counter.runJob(followPayoutJob, { id });
  expect(await receivable()).toBe(0n);
  await counter.expectBooks(hana, "0");
  const { items } = (await counter.api.call("GET /api/v1/billing/payouts", { token: hana.token })).body.data;
  expect(items).toMatchObject([{ id, status: 5 }]);
});

test("leo's winnings while he owes 500 repay the debt before they can leave, and so does his next deposit", async () => {
  const { who: leo, payment, card: method } = await payer("500");
  await ask(leo, method, "500");
  await recall(payment, "500");
  expect(await receivable()).toBe(-500_000_000n);
  const wallet = createWallet(counter.host, { pairs: createFairness(counter.host).pairs });
  const prize = { owner: leo.id, currency: "RUB", amount: parseDecimal("200"), kind: "prize" } as const;
  const from = account("promotions");
  await counter.host.db.tx(tx => wallet.credit(tx, { ...prize, reference: counter.host.ids.next(), from }));
  expect((await ask(leo, method, "200")).body).toMatchObject({
    code: "debt_open",
    data: { owed: "300", currency: "RUB", cause: "chargeback" },
  });
  await counter.expectBooks(leo, "200");
  await counter.sendPaidWebhook(await counter.open(leo, "400"), "400");
  expect(await receivable()).toBe(0n);
  await counter.expectBooks(leo, "100");
  await wallet.stop?.();
});

test("a deposit is recalled once, whichever message reports it and how often", async () => {
  const { who: jane, payment } = await payer("700");
  const event = randomUUID();
  const same = Array.from({ length: 5 }, () => recall(payment, "700", "RUB", event));
  const others = Array.from({ length: 10 }, () => recall(payment, "700"));
  const results = (await Promise.all([...same, ...others])).map(({ body }) => body.data.result);
  expect(results.filter(result => result === "noted")).toHaveLength(1);
  expect(new Set(results)).toEqual(new Set(["noted", "repeated"]));
  expect(await receivable()).toBe(0n);
  await counter.expectBooks(jane, "0");
});

test("a payment that was never credited, or in another amount, is not charged back", async () => {
  const { who: kate, payment } = await payer("300");
  for (const [id, amount, currency] of [
    [randomUUID(), "300", "RUB"],
    [payment, "299", "RUB"],
    [payment, "300", "USD"],
  ] as const)
    expect((await recall(id, amount, currency)).body.data.result).toBe("ignored");
  await counter.expectBooks(kate, "300");
});
