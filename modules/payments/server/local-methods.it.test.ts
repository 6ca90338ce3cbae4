import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Currency } from "#kit/money/currency.ts";
import { type Person, type TestCounter, testCounter } from "../testing/test-counter.ts";

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
});
afterAll(() => counter.close());

const local = { sbp: "RUB", kaspi: "KZT", upi: "INR", "bank-eur": "EUR" } as const;
const cases = Object.entries(local) as [string, Currency][];

type Offered = { hash: string; name: { en: string } }[];
const offered = async ({ token }: Person): Promise<{ payIn: Offered; payOut: Offered }> => {
  const { data } = (await counter.api.call("GET /api/v2/billing/data", { token })).body;
  return { payIn: data.payments.methods, payOut: data.payouts.methods };
};
const order = ({ token }: Person, method_hash: string, amount: string) =>
  counter.api.call("POST /api/v1/billing/payments", { token, key: randomUUID(), body: { method_hash, amount } });
const payOut = ({ token }: Person, method_hash: string, amount: string) =>
  counter.api.call("POST /api/v1/billing/payouts", { token, key: randomUUID(), body: { method_hash, amount } });

describe("a local method", () => {
  test.each(cases)(
    "%s is offered in %s, and deposits by it in another currency are refused",
    async (hash, currency) => {
      for (const other of Object.values(local)) {
        const person = await counter.person(other);
        expect((await offered(person)).payIn.some(method => method.hash === hash)).toBe(other === currency);
        const answer = await order(person, hash, "500");
        expect(answer.status, answer.text).toBe(other === currency ? 201 : 422);
        if (other !== currency) expect(answer.body.errors).toEqual({ method_hash: ["method_unknown"] });
      }
    },
  );

  test.each(cases)("%s takes money in and pays it back to the same account, in %s", async (hash, currency) => {
    const person = await counter.person(currency);
    const invoice = (await order(person, hash, "5000")).body.data;
    const instrument = { token: `acc_${person.id}`, label: "•••• 0123" };
    await counter.sendPaidWebhook(invoice, "5000", { payment: { currency, instrument } });
    const [offeredMethod] = (await offered(person)).payOut;
    expect(offeredMethod?.name.en).toMatch(/ •••• 0123$/);
    const paid = await payOut(person, offeredMethod?.hash ?? "", "1000");
    expect(paid.status, paid.text).toBe(201);
    expect(paid.body.data).toMatchObject({ place: "account", label: "•••• 0123" });
    await counter.expectBooks(person, "4000");
  });

  test("offers no payout for money of another currency", async () => {
    const alice = await counter.person("RUB");
    const invoice = (await order(alice, "sbp", "5000")).body.data;
    await counter.sendPaidWebhook(invoice, "5000", {
      payment: { instrument: { token: `acc_${alice.id}`, label: "•••• 7" } },
    });
    const [offeredMethod] = (await offered(alice)).payOut;
    await counter.switchTo(alice, "EUR");
    expect((await offered(alice)).payOut).toEqual([]);
    const refused = await payOut(alice, offeredMethod?.hash ?? "", "100");
    expect([refused.status, refused.body.errors]).toEqual([422, { method_hash: ["method_unknown"] }]);
  });
});
