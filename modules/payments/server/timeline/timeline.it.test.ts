import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { block } from "#modules/limits/server/index.ts";
import { type Person, type TestCounter, testCounter } from "../../testing/test-counter.ts";
import { followPayoutJob } from "../payouts/follow-payout.ts";
import type { TimelineStep } from "./read-timeline.ts";

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
});
afterAll(() => counter.close());

const brief = ({ kind, action, outcome, by, times }: TimelineStep) =>
  [kind, action, outcome, by, times && times > 1 && `${times}x`].filter(Boolean).join(" ");

const stepsOfDeposit = async (id: string) => {
  const found = await counter.payments.office.depositTimeline(id as Uuid);
  return { steps: found?.timeline.steps.map(brief), next: found?.timeline.next };
};
const stepsOfPayout = async (id: string) => {
  const found = await counter.payments.office.payoutTimeline(id as Uuid);
  return { steps: found?.timeline.steps.map(brief), next: found?.timeline.next };
};

async function payer(amount = "1000"): Promise<Person & { readonly card: string }> {
  const person = await counter.person();
  const invoice = await counter.open(person, amount);
  const instrument = { token: `tok_${person.id}`, label: "•••• 4242" };
  await counter.sendPaidWebhook(invoice, amount, { payment: { instrument } });
  const { payouts } = (await counter.api.call("GET /api/v2/billing/data", { token: person.token })).body.data;
  return { ...person, card: payouts.methods[0].hash };
}

async function request({ token, card }: Person & { readonly card: string }, amount: string): Promise<string> {
  const body = { method_hash: card, amount };
  const { status, body: answer } = await counter.api.call("POST /api/v1/billing/payouts", {
    token,
    key: randomUUID(),
    body,
  });
  expect(status).toBe(201);
  return answer.data.id;
}

describe("the timeline of a deposit", () => {
  test("has the provider's responses, messages and payments, and when it is polled next", async () => {
    const alice = await counter.person();
    const { id } = await counter.open(alice, "500");
    const opened = counter.host.clock.now();
    expect(await stepsOfDeposit(id)).toMatchObject({ steps: ["requested", "call open opened sandbox"] });
    const { next } = await stepsOfDeposit(id);
    expect(next?.map(({ what }) => what)).toEqual(["poll", "expire"]);
    const poll = next?.[0]?.at?.getTime() ?? 0;
    expect(poll % 60_000).toBe(0);
    expect(poll - opened).toBeGreaterThanOrEqual(45_000);
    expect(poll - opened).toBeLessThan(105_000);
    for (let minute = 0; minute < 3; minute++) {
      await counter.host.clock.advance(60_000);
      await counter.runJob("payments-ask-provider");
    }
    await counter.sendPaidWebhook({ id }, "500");
    expect(await stepsOfDeposit(id)).toEqual({
      steps: [
        "requested",
        "call open opened sandbox",
        "call state awaiting sandbox 3x",
        "payment credited",
        "message payment_received credited sandbox",
        "ended deposit_3",
      ],
      next: [],
    });
  });

  test("has each attempt to open it, and the provider that took it over", async () => {
    const bob = await counter.person();
    counter.provider.away = "refuses";
    const { id } = await counter.open(bob, "500");
    counter.provider.away = null;
    expect((await stepsOfDeposit(id)).steps).toEqual([
      "requested",
      "call open rejected sandbox",
      "call open opened reserve",
    ]);
  });

  test("has the return of money that may not be credited, and its next attempt", async () => {
    const carol = await counter.person();
    const { id } = await counter.open(carol, "500");
    await counter.host.db.tx(tx => block(tx, carol.id, new Date(counter.host.clock.now() + 86_400_000)));
    await counter.sendPaidWebhook({ id }, "500");
    expect((await stepsOfDeposit(id)).next?.map(({ what }) => what)).toContain("return");
    await counter.runJob("payments-follow-returns");
    const { steps } = await stepsOfDeposit(id);
    expect(steps).toEqual(
      expect.arrayContaining(["payment to_be_returned", "return_ordered", "call refund paid sandbox"]),
    );
    expect(steps?.at(-1)).not.toBe("requested");
    expect(steps).toContain("return_ended return_3");
  });
});

describe("the timeline of a payout", () => {
  test("has each attempt with the provider's response, and when the next one is", async () => {
    const dave = await payer();
    counter.provider.says = "processing";
    const id = await request(dave, "400");
    expect((await stepsOfPayout(id)).next).toMatchObject([{ what: "send", at: expect.any(Date) }]);
    await counter.host.clock.advance(31_000);
    counter.provider.breakNext = 1;
    await expect(counter.runJob(followPayoutJob, { id })).rejects.toThrow("connection broke");
    expect((await stepsOfPayout(id)).next).toMatchObject([{ what: "poll" }]);
    for (let minute = 0; minute < 2; minute++) {
      await counter.host.clock.advance(60_000);
      await counter.runJob("payments-follow-payouts");
    }
    const payout = { reference: id, amount: "400", currency: "RUB", status: "paid" };
    await counter.sendWebhook({ type: "payout.ended", payout } as never);
    expect(await stepsOfPayout(id)).toEqual({
      steps: [
        "requested",
        "call pay no_response sandbox",
        "call pay processing sandbox 2x",
        "message payout_ended paid sandbox",
        "ended payout_3",
      ],
      next: [],
    });
    await counter.expectBooks(dave, "600");
  });

  test("of an unknown id does not exist", async () => {
    expect(await counter.payments.office.payoutTimeline(randomUUID() as Uuid)).toBeUndefined();
    expect(await counter.payments.office.depositTimeline(randomUUID() as Uuid)).toBeUndefined();
  });
});
