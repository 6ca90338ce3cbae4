import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Tx } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type Person, type TestCounter, testCounter } from "../testing/test-counter.ts";
import { followPayoutJob } from "./payouts/follow-payout.ts";
import { insertPayout, takePayoutsToFollow } from "./payouts/store.ts";
import { insertRefund, takeRefundsToFollow } from "./refunds/store.ts";
import { followReturnJob } from "./returns/follow-return.ts";
import { insertReturn, takeReturnsToFollow } from "./returns/store.ts";

/** The order that operators set, and providers that they suspend. The configured order is sandbox, then reserve. */

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
  await counter.payments.start?.();
});
beforeEach(async () => {
  Object.assign(counter.provider, { away: null, says: "processing" });
  Object.assign(counter.reserve, { away: null });
  await counter.host.db.query("DELETE FROM payments.cascade_orders");
  await counter.host.db.query("DELETE FROM payments.suspended_providers");
  // Both answer again: three probes.
  for (let probe = 0; probe < 4; probe += 1) await counter.host.clock.advance(15_000);
});
afterAll(async () => {
  await counter.payments.stop?.();
  await counter.close();
});

const setOrder = (providers: readonly string[], scope: object = {}) =>
  counter.host.db.tx(tx =>
    counter.payments.office.setCascadeOrder(tx, {
      method: "card-page",
      currency: "RUB",
      country: "",
      providers,
      ...scope,
    }),
  );
const suspend = (provider: string) =>
  counter.host.db.tx(tx =>
    counter.payments.office.suspendProvider(tx, { provider, operator: "Madina", reason: "late callbacks" }),
  );
const resume = (provider: string) => counter.host.db.tx(tx => counter.payments.office.resumeProvider(tx, provider));
const deposit = ({ token }: Person, key: string = randomUUID(), method_hash = "card-page", amount = "500") =>
  counter.api.call("POST /api/v1/billing/payments", { token, key, body: { method_hash, amount } });
/** The providers that have this invoice. */
const holders = (id: string) =>
  [counter.provider, counter.reserve].map(({ invoices }) => (invoices.has(id) ? 1 : 0)).join("");
const opened = async (...given: Parameters<typeof deposit>) => {
  const answer = await deposit(...given);
  expect(answer.status, answer.text).toBe(201);
  return holders(answer.body.data.id);
};
const from = ({ id }: Person, country: string) =>
  counter.host.db.query(
    "INSERT INTO accounts.countries (player_id, since, country, source) VALUES ($1, now(), $2, 'document')",
    [id, country],
  );
const invoicesOf = async ({ id }: Person) =>
  (
    await counter.host.db.query<{ provider: string }>("SELECT provider FROM payments.invoices WHERE player_id = $1", [
      id,
    ])
  ).rows;

describe("the order of providers", () => {
  test("is that of the player's country, else of all countries, else the configured one, by method and currency", async () => {
    const [alice, bob] = [await counter.person(), await counter.person()];
    await from(bob, "KZ");
    expect(await opened(alice)).toBe("10");
    await setOrder(["reserve", "sandbox"]);
    await setOrder(["sandbox"], { country: "KZ" });
    expect([await opened(alice), await opened(bob)]).toEqual(["01", "10"]);
    // Another method and another currency have no order.
    expect(await opened(alice, randomUUID(), "card-transfer")).toBe("10");
    expect(await opened(await counter.person("USD"), randomUUID(), "card-page", "20")).toBe("10");
    expect(await setOrder([])).toEqual(["reserve", "sandbox"]);
    expect([await opened(alice), await opened(bob)]).toEqual(["10", "10"]);
  });

  test("leaves nobody out: a provider that it does not name comes after those it names", async () => {
    await setOrder(["reserve"]);
    counter.reserve.away = "refuses";
    expect(await opened(await counter.person())).toBe("10");
  });

  test("cannot name a provider twice or one that is not configured, nor be of a method that a currency does not have", async () => {
    for (const providers of [["reserve", "reserve"], ["nobody"]])
      await expect(setOrder(providers)).rejects.toMatchObject({ message: "validation_failed" });
    for (const scope of [{ method: "nothing" }, { method: "kaspi" }])
      await expect(setOrder(["reserve"], scope)).rejects.toMatchObject({ message: "not_found" });
  });

  test("changes nothing about an invoice whose provider has not answered: the same key calls the same one, and it is paid once", async () => {
    const dave = await counter.person();
    const key = randomUUID();
    counter.provider.away = "silent";
    expect((await deposit(dave, key)).status).toBe(503);
    await setOrder(["reserve", "sandbox"]);
    expect((await deposit(dave, key)).status).toBe(503);
    await suspend("sandbox");
    expect((await deposit(dave, key)).status).toBe(503);
    counter.provider.away = null;
    const answer = await deposit(dave, key);
    const { id } = answer.body.data;
    expect([answer.status, holders(id)]).toEqual([201, "10"]);
    const paid = { payment: { id: randomUUID() }, event_id: randomUUID() };
    const results = await Promise.all([1, 2, 3].map(() => counter.sendPaidWebhook({ id }, "500", paid)));
    expect(results.map(({ body }) => body.data.result).toSorted()).toEqual(["credited", "repeated", "repeated"]);
    await counter.expectBooks(dave, "500");
  });

  test("while it changes with every request, thirty of one key show one invoice, which one provider has", async () => {
    const erin = await counter.person();
    const key = randomUUID();
    const presses = Array.from({ length: 30 }, async (_, index) => {
      await setOrder(index % 2 === 0 ? ["reserve", "sandbox"] : ["sandbox", "reserve"]);
      counter.provider.away = index % 3 === 0 ? "refuses" : null;
      return deposit(erin, key);
    });
    const answers = (await Promise.all(presses)).filter(({ status }) => status === 201);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await invoicesOf(erin)).toHaveLength(1);
    const { id } = answers[0]?.body.data ?? {};
    expect(["10", "01"]).toContain(holders(id));
  });
});

describe("a suspended provider", () => {
  test("gets no new invoice; what it has is credited once, however often it says so", async () => {
    const frank = await counter.person();
    const { id } = await counter.open(frank);
    expect(await suspend("sandbox")).toBe(true);
    expect(await suspend("sandbox")).toBe(false);
    expect(await opened(frank)).toBe("01");
    const paid = { payment: { id: randomUUID() } };
    const said = await Promise.all([1, 2].map(() => counter.sendPaidWebhook({ id }, "500", paid)));
    expect(said.map(({ body }) => body.data.result).toSorted()).toEqual(["credited", "repeated"]);
    await counter.expectBooks(frank, "500");
    await suspend("reserve");
    expect(await deposit(frank)).toMatchObject({ status: 503, body: { code: "unavailable" } });
    const { payments } = (await counter.api.call("GET /api/v2/billing/data", { token: frank.token })).body.data;
    expect(payments.methods).toEqual([]);
    expect(await resume("sandbox")).toBe(true);
    expect(await opened(frank)).toBe("10");
  });

  test("is sent no payout, which the player may cancel; one that waited is sent once after it is resumed", async () => {
    const gina = await counter.person();
    const instrument = { token: `tok_${gina.id}`, label: "•••• 4242" };
    await counter.sendPaidWebhook(await counter.open(gina, "1000"), "1000", { payment: { instrument } });
    const data = (await counter.api.call("GET /api/v2/billing/data", { token: gina.token })).body.data;
    const ask = async () => {
      const body = { method_hash: data.payouts.methods[0].hash, amount: "400" };
      return (await counter.api.call("POST /api/v1/billing/payouts", { token: gina.token, key: randomUUID(), body }))
        .body.data.id as string;
    };
    const [first, second] = [await ask(), await ask()];
    await suspend("sandbox");
    await counter.host.clock.advance(31_000);
    const follow = () => Promise.all([first, second, second].map(id => counter.runJob(followPayoutJob, { id })));
    await follow();
    expect(counter.provider.payouts.size).toBe(0);
    const token = gina.token;
    await counter.api.call(`DELETE /api/v1/billing/payouts/${first}`, { token, key: randomUUID() });
    await resume("sandbox");
    await follow();
    expect([...counter.provider.payouts.keys()]).toEqual([second]);
    // Sent already: it is asked about although the provider is suspended again.
    await suspend("sandbox");
    counter.provider.payouts.set(second, {
      reference: second as never,
      amount: 400_000_000n as never,
      currency: "RUB",
      status: "paid",
    });
    await follow();
    await counter.expectBooks(gina, "600");
    expect(await counter.account("payouts:sandbox", "RUB")).toBe(0n);
  });

  test("is asked for no return; one that waited goes back once after it is resumed", async () => {
    const payment = { id: randomUUID(), amount: "70", currency: "RUB" };
    await counter.sendWebhook({ reference: randomUUID(), payment });
    await suspend("sandbox");
    await counter.host.clock.advance(25 * 3_600_000);
    const { rows } = await counter.host.db.query<{ id: string }>(
      "SELECT id FROM payments.returns WHERE payment_id = $1",
      [payment.id],
    );
    const follow = () => Promise.all([1, 2].map(() => counter.runJob(followReturnJob, { id: rows[0]?.id })));
    await follow();
    expect(counter.provider.refunds.size).toBe(0);
    await resume("sandbox");
    await follow();
    expect(counter.provider.refunds.size).toBe(1);
    expect(await counter.account("quarantine", "RUB")).toBe(0n);
  });
});

const instrument = { id: randomUUID() as Uuid, provider: "sandbox", token: "t", method: "card-page", label: "4242" };
const one = { player: randomUUID() as PlayerId, provider: "sandbox", currency: "RUB", amount: micros(1n) } as const;
const due = {
  payouts: {
    take: takePayoutsToFollow,
    insert: (tx: Tx, id: Uuid, now: Date) =>
      insertPayout(tx, { ...one, id, key: id, requestHash: new Uint8Array(32), instrument, now, sendAt: now }),
  },
  refunds: {
    take: takeRefundsToFollow,
    insert: (tx: Tx, id: Uuid, now: Date) => {
      const payment = { ...one, id, invoiceId: id, playerId: one.player, paymentId: id };
      const known = { credited: one.amount, refunded: micros(0n), isRecalled: false };
      return insertRefund(tx, { id, payment: { ...payment, ...known }, amount: one.amount, request: id, now });
    },
  },
  returns: {
    take: takeReturnsToFollow,
    insert: (tx: Tx, id: Uuid, now: Date) =>
      insertReturn(tx, {
        ...one,
        id,
        receiptId: id,
        try: 1,
        playerId: one.player,
        invoiceId: id,
        paymentId: id,
        sendAt: now,
        now,
      }),
  },
} as const;

test.each(["payouts", "refunds", "returns"] as const)(
  "%s that wait for a suspended provider, however many, do not keep later ones of another from their turn",
  async kind => {
    const { db, clock } = counter.host;
    const { take, insert } = due[kind];
    const ids = Array.from({ length: 11 }, () => randomUUID() as Uuid);
    await db.tx(async tx => {
      await tx.query("SET LOCAL session_replication_role = replica");
      for (const [n, id] of ids.entries()) await insert(tx, id, new Date(clock.now() + n));
    });
    const taken: Uuid[] = [];
    // Ten at once: nothing ends them, as where their provider is suspended or does not answer.
    for (let minute = 0; minute < 2; minute += 1) {
      await clock.advance(60_000);
      taken.push(...(await take(db, new Date(clock.now()), 10)));
    }
    expect(ids.filter(id => !taken.includes(id))).toEqual([]);
    await db.query(`DELETE FROM payments.${kind} WHERE id = ANY ($1::uuid[])`, [ids]);
  },
);
