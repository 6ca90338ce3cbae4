import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { followPayoutJob } from "../server/payouts/follow-payout.ts";
import { northpay } from "../testing/northpay/index.ts";
import { type NorthpayServer, startNorthpay } from "../testing/northpay/server.ts";
import { type Person, type TestCounter, testCounter } from "../testing/test-counter.ts";

/** A second provider with another signature scheme, other fields and minor units: its folder and its registration are all it takes. */

let north: NorthpayServer;
let counter: TestCounter;
beforeAll(async () => {
  north = await startNorthpay();
  counter = await testCounter({ providers: host => [{ name: "reserve", provider: northpay(host, north) }] });
  await counter.payments.start?.();
});
afterAll(async () => {
  await counter.payments.stop?.();
  await counter.close();
  await north.close();
});

const callback = (message: object, nowMs = counter.host.clock.now()) =>
  counter.api.call("POST /api/v1/billing/webhooks/reserve", north.signed(message, nowMs));

function settled(id: string, minor: number, person: Person, evt = `evt_${randomUUID()}`) {
  const checkout = north.checkouts.get(`fh-${id}`);
  const source = { vault_id: `vault_${person.id}`, masked: "DE•• 0117" };
  const receipt = { receipt_no: `R-${evt}`, minor, ccy: "RUB", source };
  return { evt, kind: "CHECKOUT_SETTLED", checkout: { ...checkout, state: "SETTLED" }, receipt };
}

async function payer(): Promise<Person> {
  const person = await counter.person();
  const { id } = await counter.open(person, "1000");
  expect((await callback(settled(id, 100_000, person))).body.data).toEqual({ result: "credited" });
  return person;
}

async function requestPayout({ token }: Person, amount: string): Promise<string> {
  const { payouts } = (await counter.api.call("GET /api/v2/billing/data", { token })).body.data;
  expect(payouts.methods).toMatchObject([{ name: { en: "Bank card DE•• 0117" } }]);
  const body = { method_hash: payouts.methods[0].hash, amount };
  const { status, body: answer } = await counter.api.call("POST /api/v1/billing/payouts", {
    token,
    key: randomUUID(),
    body,
  });
  expect(status).toBe(201);
  await counter.host.clock.advance(31_000);
  await counter.runJob(followPayoutJob, { id: answer.data.id });
  return answer.data.id;
}

const statusOf = async ({ token }: Person, id: string) => {
  const { items } = (await counter.api.call("GET /api/v1/billing/payouts", { token })).body.data;
  return items.find((each: { id: string }) => each.id === id).status;
};

describe("a deposit through the second provider", () => {
  test("is opened in minor units under our id, and credited once by its signed callback", async () => {
    const alice = await counter.person();
    const invoice = await counter.open(alice, "500.25");
    expect(north.checkouts.get(`fh-${invoice.id}`)).toMatchObject({ minor: 50_025, ccy: "RUB" });
    expect(invoice).toMatchObject({ url: `https://north.example/pay/fh-${invoice.id}`, status: 2 });
    const owed = await counter.account("deposits:reserve", "RUB");
    const message = settled(invoice.id, 50_025, alice);
    expect((await callback(message)).body.data).toEqual({ result: "credited" });
    expect((await callback(message)).body.data).toEqual({ result: "repeated" });
    expect((await callback({ ...message, evt: "evt_other" })).body.data).toEqual({ result: "repeated" });
    expect((await counter.account("deposits:reserve", "RUB")) - owed).toBe(-500_250_000n);
    await counter.expectBooks(alice, "500.25");
  });

  test("is credited by polling when the callback is lost", async () => {
    const bob = await counter.person();
    const { id } = await counter.open(bob, "500");
    const { checkout, receipt } = settled(id, 50_000, bob);
    north.checkouts.set(`fh-${id}`, { ...checkout, receipts: [receipt] });
    await counter.host.clock.advance(60_000);
    await counter.runJob("payments-ask-provider");
    await counter.expectBooks(bob, "500");
  });

  test("ends when the checkout is refused", async () => {
    const carol = await counter.person();
    const { id } = await counter.open(carol, "500");
    const checkout = { ...north.checkouts.get(`fh-${id}`), state: "REFUSED" };
    expect((await callback({ evt: "evt_refused", kind: "CHECKOUT_CLOSED", checkout })).body.data.result).toBe("noted");
    expect((await counter.status(carol, id)).body.data.status).toBe(5);
  });
});

describe("a callback", () => {
  test("is rejected with another key, another body, an old time, or the sandbox's signature scheme", async () => {
    const dave = await counter.person();
    const { id } = await counter.open(dave, "500");
    const { clock } = counter.host;
    const right = north.signed(settled(id, 50_000, dave), clock.now());
    const forger = await startNorthpay();
    const attempts = [
      forger.signed(settled(id, 50_000, dave), clock.now()),
      { ...right, body: right.body.replace('"minor":50000', '"minor":90000') },
      north.signed(settled(id, 50_000, dave), clock.now() - 61_000),
      { body: right.body, headers: {} },
    ];
    await forger.close();
    for (const attempt of attempts)
      expect(await counter.api.call("POST /api/v1/billing/webhooks/reserve", attempt)).toMatchObject({
        status: 401,
        body: { code: "signature_invalid" },
      });
    expect((await counter.sendWebhook({ reference: id }, {}, "reserve")).status).toBe(401);
    await counter.expectBooks(dave, "0");
  });

  test("with a missing or wrong field is refused with the field's name and moves nothing", async () => {
    const erin = await counter.person();
    const { id } = await counter.open(erin, "500");
    const message = settled(id, 50_000, erin);
    for (const minor of [0, -5, 1.5, "500", null]) {
      const answer = await callback({ ...message, receipt: { ...message.receipt, minor } });
      expect(answer).toMatchObject({ status: 422, body: { code: "validation_failed" } });
      expect(JSON.stringify(answer.body)).toContain("receipt.minor");
    }
    await counter.expectBooks(erin, "0");
  });
});

describe("a payout through the second provider", () => {
  test("is one transfer in minor units to the instrument of the deposit, and paid by its callback", async () => {
    const frank = await payer();
    const id = await requestPayout(frank, "400");
    const { items } = (await counter.api.call("GET /api/v1/billing/payouts", { token: frank.token })).body.data;
    expect(items).toMatchObject([{ id, place: "card", label: "DE•• 0117" }]);
    expect(north.transfers.get(`fh-${id}`)).toMatchObject({ minor: 40_000, vault_id: `vault_${frank.id}` });
    expect(await statusOf(frank, id)).toBe(2);
    const owed = await counter.account("deposits:reserve", "RUB");
    const transfer = { ...north.transfers.get(`fh-${id}`), state: "DONE" };
    const done = { evt: `evt_${id}`, kind: "TRANSFER", transfer };
    expect((await callback(done)).body.data.result).toBe("noted");
    expect((await callback({ ...done, evt: `again_${id}` })).body.data.result).toBe("ignored");
    expect(await statusOf(frank, id)).toBe(3);
    expect((await counter.account("deposits:reserve", "RUB")) - owed).toBe(400_000_000n);
    await counter.expectBooks(frank, "600");
  });

  test("that bounces returns to the balance, found by polling", async () => {
    const gina = await payer();
    const id = await requestPayout(gina, "400");
    north.transfers.set(`fh-${id}`, { ...north.transfers.get(`fh-${id}`), state: "BOUNCED" });
    await counter.host.clock.advance(60_000);
    await counter.runJob("payments-follow-payouts");
    expect(await statusOf(gina, id)).toBe(5);
    await counter.expectBooks(gina, "1000");
  });
});

test("its methods are hidden while its health check fails", async () => {
  const hugo = await counter.person();
  const offered = async () =>
    (await counter.api.call("GET /api/v2/billing/data", { token: hugo.token })).body.data.payments.methods.length;
  const probes = async () => {
    for (let i = 0; i < 4; i++) {
      await counter.host.clock.advance(15_000);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  };
  expect(await offered()).toBeGreaterThan(0);
  await north.close();
  await expect.poll(async () => probes().then(offered)).toBe(0);
});
