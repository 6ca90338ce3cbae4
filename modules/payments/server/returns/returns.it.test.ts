import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { block } from "#modules/limits/server/index.ts";
import { type Person, type TestCounter, testCounter } from "../../testing/test-counter.ts";
import { followReturnJob } from "./follow-return.ts";

/** Money that may not be credited goes back, once, and the books end without it. */

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
});
beforeEach(() => {
  counter.provider.saysOfRefunds = "paid";
  counter.provider.refunds.clear();
});
afterAll(() => counter.close());

const orders = async () =>
  (await counter.host.db.query<{ id: Uuid }>("SELECT id FROM payments.returns WHERE status IN (1, 2)")).rows;
const followAll = async () => {
  for (const { id } of await orders()) await counter.runJob(followReturnJob, { id });
};
const held = () => counter.account("to be returned", "RUB");
const statusOf = async (person: Person, id: string) => (await counter.status(person, id)).body.data;

/** A player on a break whose payment of 500 arrived all the same. */
async function paidInBreak() {
  const person = await counter.person();
  const invoice = await counter.open(person);
  await counter.host.db.tx(tx => block(tx, person.id, new Date(counter.host.clock.now() + 86_400_000)));
  expect((await counter.sendPaidWebhook(invoice, "500")).body.data.result).toBe("to_be_returned");
  return { person, invoice };
}

describe("money that may not be played", () => {
  test("goes back to the instrument it was paid with, and is shown in progress and done", async () => {
    const { person, invoice } = await paidInBreak();
    expect(await held()).toBe(500_000_000n);
    expect(await statusOf(person, invoice.id)).toMatchObject({ status: 5, to_be_returned: "500", returned: "0" });
    await followAll();
    expect([...counter.provider.refunds.values()]).toMatchObject([{ amount: 500_000_000n, currency: "RUB" }]);
    expect(await statusOf(person, invoice.id)).toMatchObject({ status: 5, to_be_returned: "0", returned: "500" });
    expect([await held(), await counter.account("deposits:sandbox", "RUB")]).toEqual([0n, 0n]);
    await counter.expectBooks(person, "0");
  });

  test("of a payment over the day's limit is the part beyond it", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob, "500");
    await counter.host.db.query(
      "INSERT INTO limits.daily (player_id, kind, amount, currency) VALUES ($1, 'deposit', $2, 'RUB') ON CONFLICT (player_id, kind) DO UPDATE SET amount = $2, currency = 'RUB'",
      [bob.id, 500_000_000n],
    );
    await counter.sendPaidWebhook(invoice, "620.25");
    await followAll();
    expect(await statusOf(bob, invoice.id)).toMatchObject({ status: 3, shop_amount: "500", returned: "120.25" });
    await counter.expectBooks(bob, "500");
    expect(await held()).toBe(0n);
  });

  test("in quarantine waits a day to be identified, then goes back too", async () => {
    const before = await counter.account("deposits:sandbox", "RUB");
    await counter.sendWebhook({
      reference: randomUUID(),
      payment: { id: randomUUID(), amount: "77", currency: "RUB" },
    });
    await followAll();
    expect(await counter.account("quarantine", "RUB")).toBe(77_000_000n);
    await counter.host.clock.advance(86_400_000);
    await followAll();
    expect(await counter.account("quarantine", "RUB")).toBe(0n);
    expect(await counter.account("deposits:sandbox", "RUB")).toBe(before);
  });
});

test("nothing is sent back by a suspended provider, and once it is resumed it goes", async () => {
  const { person, invoice } = await paidInBreak();
  const { db } = counter.host;
  const suspension = { provider: "sandbox", operator: "Askar", reason: "late callbacks" };
  await db.tx(tx => counter.payments.office.suspendProvider(tx, suspension));
  await followAll();
  await counter.runJob("payments-follow-returns");
  expect(counter.provider.refunds.size).toBe(0);
  expect(await statusOf(person, invoice.id)).toMatchObject({ to_be_returned: "500", returned: "0" });
  await db.tx(tx => counter.payments.office.resumeProvider(tx, "sandbox"));
  await followAll();
  expect(counter.provider.refunds.size).toBe(1);
  expect(await statusOf(person, invoice.id)).toMatchObject({ to_be_returned: "0", returned: "500" });
  await counter.expectBooks(person, "0");
});

describe("only once", () => {
  test("whatever reports it, how often and at the same time", async () => {
    const { person, invoice } = await paidInBreak();
    counter.provider.saysOfRefunds = "processing";
    const id = required((await orders())[0], "ordered above").id;
    await Promise.all(Array.from({ length: 20 }, () => counter.runJob(followReturnJob, { id })));
    expect(counter.provider.refunds.size).toBe(1);
    const message = {
      type: "refund.ended",
      refund: { reference: id, amount: "500", currency: "RUB", status: "paid" },
    } as never as { reference: string };
    const wrong = { type: "refund.ended", refund: { reference: id, amount: "5", currency: "RUB", status: "paid" } };
    expect((await counter.sendWebhook(wrong as never)).body.data.result).toBe("ignored");
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, () => counter.sendWebhook(message))),
      counter.runJob("payments-follow-returns"),
    ]);
    const results = answers.map(({ status, body }) => [status, body.data?.result]);
    expect(results.filter(([, result]) => result === "noted")).toHaveLength(1);
    expect(results.filter(([status]) => status !== 200)).toEqual([]);
    expect(await statusOf(person, invoice.id)).toMatchObject({ to_be_returned: "0", returned: "500" });
    expect(await held()).toBe(0n);
    await counter.expectBooks(person, "0");
  });

  test.each(["payments.return.claimed", "payments.return.sent"])("when the server crashes at %s", async point => {
    const { person } = await paidInBreak();
    const id = required((await orders())[0], "ordered above").id;
    counter.host.failpoints.arm(point, () => {
      throw new Error("the power failed");
    });
    await expect(counter.runJob(followReturnJob, { id })).rejects.toThrow("power");
    counter.provider.breakNext = 1;
    await expect(counter.runJob(followReturnJob, { id })).rejects.toThrow("connection broke");
    await counter.host.clock.advance(60_000);
    await counter.runJob("payments-follow-returns");
    expect(counter.provider.refunds.size).toBe(1);
    expect(await held()).toBe(0n);
    await counter.expectBooks(person, "0");
  });

  test("a bank that refuses is tried again on the next day, under another order, five times at most", async () => {
    const { person } = await paidInBreak();
    counter.provider.saysOfRefunds = "declined";
    for (let day = 0; day < 7; day++) {
      await followAll();
      await counter.host.clock.advance(86_400_000);
    }
    expect(counter.provider.refunds.size).toBe(5);
    expect(await held()).toBe(500_000_000n);
    await counter.expectBooks(person, "0");
  });
});
