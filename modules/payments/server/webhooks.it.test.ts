import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signatureOf } from "#kit/http/signature.ts";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { block } from "#modules/limits/server/index.ts";
import { sandboxClient } from "../providers/sandbox/client.ts";
import { depositCredited } from "../shared/events.ts";
import { type TestCounter, testCounter } from "../testing/test-counter.ts";
import { auditPayments } from "./audit-payments.ts";

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
});
afterAll(() => counter.close());

describe("who may report payments", () => {
  const spoilt = (now: number): [string, Record<string, string | undefined>][] => [
    ["no signature", { "x-signature": undefined }],
    ["another signature", { "x-signature": "ab".repeat(32) }],
    ["a short signature", { "x-signature": "ab" }],
    ["Fairhouse's own key", { "x-key-id": "house" }],
    ["another time", { "x-timestamp": `${Math.floor(now / 1000) + 1}` }],
    ["no time", { "x-timestamp": undefined }],
    ["a time that is none", { "x-timestamp": "now" }],
  ];

  test("no message without a valid signature, however it is damaged", async () => {
    const alice = await counter.person();
    const invoice = await counter.open(alice);
    const payment = { id: randomUUID(), amount: "500", currency: "RUB" };
    for (const [what, headers] of spoilt(counter.host.clock.now())) {
      const answer = await counter.sendWebhook({ reference: invoice.id, payment }, headers);
      expect([what, answer.status, answer.body.code]).toEqual([what, 401, "signature_invalid"]);
    }
    await counter.expectBooks(alice, "0");
  });

  test("no provider for another: each secret is valid for its own endpoint only, even for an invoice the signer knows", async () => {
    const { clock, config } = counter.host;
    const secrets = {
      sandbox: config.PAYMENTS_SECRET,
      reserve: required(config.PAYMENTS_RESERVE_SECRET, "the second provider"),
    };
    const alice = await counter.person();
    const invoice = await counter.open(alice);
    const payment = { id: randomUUID(), amount: "500", currency: "RUB" };
    for (const [signer, client] of [
      ["reserve", "sandbox"],
      ["sandbox", "reserve"],
    ] as const) {
      const message = {
        event_id: randomUUID(),
        type: "payment.received",
        reference: invoice.id,
        hash: `h-${invoice.id}`,
        payment,
      };
      const body = JSON.stringify(message);
      const time = `${Math.floor(clock.now() / 1000)}`;
      const signature = signatureOf(secrets[signer], "provider", time, body);
      const headers = { "x-key-id": "provider", "x-timestamp": time, "x-signature": signature };
      const answer = await counter.api.call(`POST /api/v1/billing/webhooks/${client}`, { body, headers });
      expect([client, answer.status, answer.body.code]).toEqual([client, 401, "signature_invalid"]);
    }
    await counter.expectBooks(alice, "0");
    expect((await counter.sendPaidWebhook(invoice, "500")).status).toBe(200);
    await counter.expectBooks(alice, "500");
  });

  test("no message from the past or the future, and none with other bytes", async () => {
    const alice = await counter.person();
    const invoice = await counter.open(alice);
    const { clock, config } = counter.host;
    const body = JSON.stringify({ event_id: randomUUID(), type: "invoice.declined", reference: invoice.id, hash: "h" });
    for (const [shift, sent] of [
      [-301, body],
      [302, body],
      [0, `${body} `],
    ] as const) {
      const time = `${Math.floor(clock.now() / 1000) + shift}`;
      const signature = signatureOf(config.PAYMENTS_SECRET, "provider", time, body);
      const headers = { "x-key-id": "provider", "x-timestamp": time, "x-signature": signature };
      const answer = await counter.api.call("POST /api/v1/billing/webhooks/sandbox", { body: sent, headers });
      expect(answer.status).toBe(401);
    }
    expect((await counter.api.call("POST /api/v1/billing/webhooks/other", { body })).status).toBe(404);
    expect((await counter.status(alice, invoice.id)).body.data.status).toBe(2);
  });

  test.each([
    "1e3",
    -1,
    500,
    ["500"],
    1e30,
    " 5",
    "５",
    "0",
    "0.00",
    "-5",
    "5.001",
    "",
    null,
    "5\u0000",
    "1000000000.01",
    "9999999999999.99",
  ])("a signed payment of %j is refused and moves nothing", { tags: ["known-failure/13/Fairhouse"] }, async amount => {
    const alice = await counter.person();
    const invoice = await counter.open(alice);
    const answer = await counter.sendWebhook({ reference: invoice.id, payment: { id: "p", amount, currency: "RUB" } });
    expect(answer.status).toBe(422);
    await counter.expectBooks(alice, "0");
  });
});

describe("the player's own channel", () => {
  test("publishes each end of an invoice once, to its player alone, and after the commit", async () => {
    const [alice, bob] = [await counter.person(), await counter.person()];
    const [paid, declined] = [await counter.open(alice), await counter.open(bob)];
    const from = counter.news.length;
    const message = { event_id: randomUUID(), payment: { id: randomUUID() } };
    await counter.sendPaidWebhook(paid, "500", message);
    await counter.sendPaidWebhook(paid, "500", message);
    await counter.sendWebhook({ reference: declined.id, type: "invoice.declined" });
    await counter.sendWebhook({ reference: declined.id, type: "invoice.expired" });
    expect(counter.news.slice(from)).toEqual([
      { to: alice.id, data: { id: paid.id, status: 3 } },
      { to: bob.id, data: { id: declined.id, status: 5 } },
    ]);
    await counter.expectBooks(alice, "500");
  });
});

describe("money is booked once", () => {
  test("one message two hundred times at once", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob);
    const credited: string[] = [];
    const stop = counter.host.bus.on(depositCredited, event => credited.push(event.invoice));
    const message = { event_id: randomUUID(), payment: { id: randomUUID() } };
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => counter.sendPaidWebhook(invoice, "500", message)),
    );
    stop();
    expect(answers.every(answer => answer.status === 200)).toBe(true);
    expect(answers.filter(answer => answer.body.data.result === "credited")).toHaveLength(1);
    expect(credited).toEqual([invoice.id]);
    await counter.expectBooks(bob, "500");
  });

  test("one payment under fifty messages at once", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob);
    const payment = { id: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => counter.sendPaidWebhook(invoice, "500", { payment })),
    );
    expect(answers.filter(answer => answer.body.data.result === "credited")).toHaveLength(1);
    await counter.expectBooks(bob, "500");
  });

  test("two payments of one invoice are two payments", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob);
    await Promise.all([counter.sendPaidWebhook(invoice, "500"), counter.sendPaidWebhook(invoice, "120.25")]);
    const { data } = (await counter.status(bob, invoice.id)).body;
    expect(data).toMatchObject({ status: 3, shop_amount: "620.25", sum_was_changed: true });
    await counter.expectBooks(bob, "620.25");
  });

  test("another sum is credited as paid and shown as changed", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob, "500");
    await counter.sendPaidWebhook(invoice, "0.01");
    const { data } = (await counter.status(bob, invoice.id)).body;
    expect(data).toMatchObject({ status: 3, amount: "500", shop_amount: "0.01", sum_was_changed: true });
    await counter.expectBooks(bob, "0.01");
  });

  test("a payment racing with expiry and with cancelling: credited in either order", {
    tags: ["known-failure/23/Fairhouse"],
  }, async () => {
    const bob = await counter.person();
    for (let round = 0; round < 10; round++) {
      const invoice = await counter.open(bob);
      await counter.host.clock.advance(20 * 60_000);
      const cancel = `POST /api/v1/billing/payments/${invoice.id}/cancel`;
      await Promise.all([
        counter.sendPaidWebhook(invoice, "500"),
        counter.runJob("payments-expire"),
        counter.api.call(cancel, { token: bob.token, body: {} }),
        counter.sendWebhook({ type: "invoice.expired", reference: invoice.id }),
      ]);
      expect((await counter.status(bob, invoice.id)).body.data.status).toBe(3);
    }
    await counter.expectBooks(bob, "5000");
  });

  test("when the server fails midway nothing is booked, and the repeat books everything", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob);
    const message = { event_id: randomUUID(), payment: { id: randomUUID() } };
    counter.host.failpoints.arm("payments.webhook", () => {
      throw new Error("the power failed");
    });
    expect((await counter.sendPaidWebhook(invoice, "500", message)).status).toBe(500);
    await counter.expectBooks(bob, "0");
    expect((await counter.sendPaidWebhook(invoice, "500", message)).body.data.result).toBe("credited");
    await counter.expectBooks(bob, "500");
  });

  test("a lost message is recovered by polling", async () => {
    const bob = await counter.person();
    const invoice = await counter.open(bob);
    const known = counter.provider.invoices.get(invoice.id);
    if (!known) throw new Error("the provider lost the invoice");
    const payment = { id: randomUUID(), amount: micros(500_000_000n), currency: "RUB" };
    counter.provider.invoices.set(invoice.id, { ...known, status: "paid", payments: [payment] });
    await counter.host.clock.advance(60_000);
    await Promise.all([counter.runJob("payments-ask-provider"), counter.runJob("payments-ask-provider")]);
    expect((await counter.status(bob, invoice.id)).body.data.status).toBe(3);
    expect((await counter.sendPaidWebhook(invoice, "500", { payment: { id: payment.id } })).body.data.result).toBe(
      "repeated",
    );
    await counter.expectBooks(bob, "500");
  });
});

describe("a provider that returns bad data", () => {
  test("about one invoice delays the money of no other", async () => {
    const bob = await counter.person();
    const invoices = [await counter.open(bob), await counter.open(bob), await counter.open(bob)];
    invoices.forEach((invoice, index) => {
      const known = required(counter.provider.invoices.get(invoice.id), "opened above");
      // An amount that no column of the books can hold, credited for the first and the second.
      const amount = micros(index < 2 ? 2n ** 63n : 500_000_000n);
      const payments = [{ id: randomUUID(), amount, currency: "RUB" }];
      counter.provider.invoices.set(invoice.id, { ...known, status: "paid", payments });
    });
    await counter.host.clock.advance(60_000);
    await counter.runJob("payments-ask-provider");
    const states = await Promise.all(invoices.map(async ({ id }) => (await counter.status(bob, id)).body.data.status));
    expect(states).toEqual([2, 2, 3]);
    await counter.expectBooks(bob, "500");
    for (const { id } of invoices) counter.provider.invoices.delete(id);
  });

  test("about one invoice is processed for the others", async () => {
    const right = {
      hash: "h-1",
      reference: randomUUID(),
      amount: "500",
      url: null,
      card: null,
      status: "paid",
      payments: [{ id: "p-1", amount: "500", currency: "RUB" }],
    };
    const wrong = [
      { ...right, status: "settled" },
      { ...right, payments: [{ id: "p-2", amount: "-500", currency: "RUB" }] },
      { ...right, payments: [{ id: "p-2", amount: "0.0000001", currency: "RUB" }] },
      { ...right, amount: "1000000000.01" },
      null,
    ];
    const connected = createServer((_request, response) =>
      response.end(JSON.stringify({ invoices: [...wrong, right] })),
    );
    await new Promise<void>(resolve => connected.listen(0, "127.0.0.1", resolve));
    const { port } = connected.address() as AddressInfo;
    const { host } = counter;
    const provider = sandboxClient(host, { address: `http://127.0.0.1:${port}`, secret: host.config.PAYMENTS_SECRET });
    expect((await provider.states([host.ids.next()])).map(invoice => invoice.reference)).toEqual([right.reference]);
    connected.close();
  });
});

describe("money that may not be credited", () => {
  test("of an excluded player is held to be returned, shown to the player, and opens no new invoice", async () => {
    const carol = await counter.person();
    const invoice = await counter.open(carol);
    const until = new Date(counter.host.clock.now() + 86_400_000);
    await counter.host.db.tx(tx => block(tx, carol.id, until));
    const before = await counter.account("to be returned", "RUB");
    expect((await counter.sendPaidWebhook(invoice, "500")).body.data.result).toBe("to_be_returned");
    expect((await counter.status(carol, invoice.id)).body.data).toMatchObject({ status: 5, to_be_returned: "500" });
    expect((await counter.account("to be returned", "RUB")) - before).toBe(500_000_000n);
    await counter.expectBooks(carol, "0");
    const call = { token: carol.token, key: randomUUID(), body: { method_hash: "card-page", amount: "500" } };
    const refused = await counter.api.call("POST /api/v1/billing/payments", call);
    expect(refused).toMatchObject({ status: 403, body: { code: "deposits_blocked" } });
  });

  test("of a player whose break canceled the invoice is returned too; the page and the job cancel it", async () => {
    const [dora, egor] = [await counter.person(), await counter.person()];
    const [seen, unseen] = [await counter.open(dora), await counter.open(egor)];
    const until = new Date(counter.host.clock.now() + 86_400_000);
    for (const { id } of [dora, egor]) await counter.host.db.tx(tx => block(tx, id, until, "time_out"));
    counter.news.length = 0;
    expect((await counter.status(dora, seen.id)).body.data).toMatchObject({ status: 6, life_time: expect.any(Number) });
    await counter.runJob("payments-expire");
    expect(counter.news.map(({ to, data }) => [to, data])).toEqual([
      [dora.id, { id: seen.id, status: 6 }],
      [egor.id, { id: unseen.id, status: 6 }],
    ]);
    for (const [person, invoice] of [
      [dora, seen],
      [egor, unseen],
    ] as const) {
      expect((await counter.sendPaidWebhook(invoice, "500")).body.data.result).toBe("to_be_returned");
      expect((await counter.status(person, invoice.id)).body.data).toMatchObject({ status: 6, to_be_returned: "500" });
      await counter.expectBooks(person, "0");
    }
  });

  test("of an unknown invoice, of another provider's name of it, or in another currency goes to quarantine", async () => {
    const dan = await counter.person();
    const invoice = await counter.open(dan);
    const before = await counter.account("quarantine", "RUB");
    const results = [
      await counter.sendPaidWebhook({ id: randomUUID() }, "500"),
      await counter.sendPaidWebhook({ id: "never-heard-of" }, "500"),
      await counter.sendPaidWebhook(invoice, "500", { hash: "h-another" }),
      await counter.sendPaidWebhook(invoice, "500", { payment: { currency: "USD" } }),
      await counter.sendPaidWebhook(invoice, "500", { payment: { currency: "GBP" } }),
    ];
    for (const { status, body } of results) expect([status, body.data.result]).toEqual([200, "quarantined"]);
    expect((await counter.account("quarantine", "RUB")) - before).toBe(1_500_000_000n);
    expect(await counter.account("quarantine", "USD")).toBe(500_000_000n);
    expect((await counter.status(dan, invoice.id)).body.data.status).toBe(2);
    await counter.expectBooks(dan, "0");
  });
});

describe("the log of webhooks", () => {
  const log = (result: string) => counter.payments.office.webhooks({ provider: null, result, before: null }, 500);
  const replay = (id: Uuid) => counter.host.db.tx(tx => counter.payments.office.replayWebhook(tx, id));

  test("a message that failed is kept with its signature and replayed after an hour: its money moves once", async () => {
    const erlan = await counter.person();
    const invoice = await counter.open(erlan);
    counter.host.failpoints.arm("payments.webhook", () => {
      throw new Error("no space left for alice@example.org");
    });
    expect((await counter.sendPaidWebhook(invoice, "500")).status).toBe(500);
    const [failed] = await log("failed");
    expect(failed).toMatchObject({ type: "payment_received", isStored: true, error: "no space left for [address]" });
    await counter.expectBooks(erlan, "0");
    await counter.host.clock.advance(3_600_000);
    const id = required(failed?.id, "the failed message");
    const results = await Promise.allSettled([replay(id), replay(id)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await counter.expectBooks(erlan, "500");
    expect((await log("failed")).map(each => each.id)).not.toContain(id);
    await expect(replay(id)).rejects.toMatchObject({ message: "webhook_not_stored" });
    expect((await log("credited")).find(each => each.id === id)).toMatchObject({ replays: 1, isStored: false });
  });

  test("a replay of what the provider has sent again meanwhile moves nothing", async () => {
    const fatima = await counter.person();
    const invoice = await counter.open(fatima);
    const payment = { id: randomUUID(), amount: "500", currency: "RUB" };
    const message = { reference: invoice.id, payment, event_id: randomUUID() };
    counter.host.failpoints.arm("payments.webhook", () => {
      throw new Error("out of memory");
    });
    expect((await counter.sendWebhook(message)).status).toBe(500);
    expect((await counter.sendWebhook(message)).body.data.result).toBe("credited");
    const [failed] = await log("failed");
    expect((await replay(required(failed?.id, "the failed message"))).result).toBe("repeated");
    await counter.expectBooks(fatima, "500");
  });

  test("refused calls are listed without their text, at most sixty a minute; old ones are deleted", async () => {
    await counter.host.clock.advance(61_000);
    const before = (await log("signature_invalid")).length;
    for (let n = 0; n < 65; n++)
      await counter.sendWebhook({ reference: randomUUID() }, { "x-signature": "ab".repeat(32) });
    const refused = await log("signature_invalid");
    expect(refused.length - before).toBe(60);
    expect(refused[0]).toMatchObject({ eventId: null, type: null, isStored: false });
    await expect(replay(required(refused[0]?.id, "a refused call"))).rejects.toMatchObject({
      message: "webhook_not_stored",
    });
    await counter.host.clock.advance(31 * 86_400_000);
    await counter.runJob("payments-forget-webhooks");
    expect(await log("signature_invalid")).toEqual([]);
  });
});

test("operators see conversion, time to paid, declines by the provider's code and how late its calls were", async () => {
  const { host, payments } = counter;
  await host.clock.advance(48 * 3_600_000);
  const since = new Date(host.clock.now());
  const alice = await counter.person();
  const [paid, later, declined] = [await counter.open(alice), await counter.open(alice), await counter.open(alice)];
  await counter.open(alice);
  await host.clock.advance(20_000);
  const created_at = new Date(host.clock.now() - 3_000).toISOString();
  expect((await counter.sendPaidWebhook(paid, "500", { created_at })).status).toBe(200);
  const decline = { type: "invoice.declined", reference: declined.id, code: "insufficient_funds" };
  expect((await counter.sendWebhook({ ...decline, created_at })).status).toBe(200);
  await host.clock.advance(20_000);
  const sent = new Date(host.clock.now() - 9_000).toISOString();
  expect((await counter.sendPaidWebhook(later, "500", { created_at: sent })).status).toBe(200);
  expect((await counter.sendPaidWebhook(later, "500", { payment: { amount: "none" } })).status).toBe(422);
  const { methods, declines, calls } = await payments.office.figures(since);
  expect(methods).toEqual([
    {
      method: "card-page",
      provider: "sandbox",
      started: 4,
      paid: 2,
      open: 1,
      declined: 1,
      expired: 0,
      canceled: 0,
      medianSeconds: 30,
      p95Seconds: 39,
    },
  ]);
  expect(declines).toEqual([{ provider: "sandbox", code: "insufficient_funds", count: 1 }]);
  expect(calls).toEqual([{ provider: "sandbox", received: 4, failed: 1, medianMs: 3_000, p95Ms: 8_400 }]);
  const before = new Date(since.getTime() + 30 * 60_000);
  expect(await payments.office.figures(before)).toEqual({ methods: [], declines: [], calls: [] });
});

test("the provider owes everything that arrived: every deposit, held and quarantined payment", async () => {
  const { rows } = await counter.host.db.query<{ sum: bigint }>(
    "SELECT sum(amount)::bigint AS sum FROM payments.receipts WHERE currency = 'RUB'",
  );
  expect(await counter.account("deposits:sandbox", "RUB")).toBe(-(rows[0]?.sum ?? 0n));
});

test.each([
  [
    "a payment without its transfer",
    "UPDATE payments.receipts SET id = gen_random_uuid() WHERE disposition = 'credited'",
  ],
  ["another sum than was booked", "UPDATE payments.receipts SET amount = amount + 1"],
  ["money of somebody else", "UPDATE payments.receipts SET player_id = gen_random_uuid() WHERE player_id IS NOT NULL"],
  [
    "a payment that is not in the receipts",
    "DELETE FROM payments.receipts WHERE disposition = 'quarantined' AND currency = 'RUB'",
  ],
  ["an invoice that says more than came", "UPDATE payments.invoices SET credited = credited + 1 WHERE status = 3"],
  ["an invoice that ended although it is paid", "UPDATE payments.invoices SET status = 4 WHERE status = 3"],
])("the audit of payments finds %s", async (_what, plant) => {
  const { db } = counter.host;
  expect(await auditPayments(db)).toEqual([]);
  let found = 0;
  const rolledBack = db.tx(async tx => {
    await tx.query(plant);
    found = (await auditPayments(tx)).length;
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(found).toBeGreaterThan(0);
});
