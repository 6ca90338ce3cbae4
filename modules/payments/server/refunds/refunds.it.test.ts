import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Failure } from "#kit/contract/error-code.ts";
import { micros, parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { addDebt } from "#modules/debts/server/index.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import { wageringOpen } from "../../shared/errors.ts";
import { type Person, type TestCounter, testCounter } from "../../testing/test-counter.ts";
import { followRefundJob } from "./follow-refund.ts";

/** Deposits that operators refund, once, and never more than was credited of them. */

let counter: TestCounter;
let objects = false;
beforeAll(async () => {
  counter = await testCounter();
  const data = { left: "10", currency: "RUB", bonus_id: randomUUID(), gives_up: "5" };
  counter.payments.addPayoutCheck(async () => (objects ? new Failure(wageringOpen, { data }) : undefined));
});
beforeEach(() => {
  objects = false;
  counter.provider.saysOfRefunds = "paid";
  counter.provider.refunds.clear();
});
afterAll(() => counter.close());

interface Payer {
  readonly who: Person;
  readonly invoice: string;
  /** The provider's name of the payment. */
  readonly payment: string;
  readonly receipt: Uuid;
  readonly card: string;
}

async function payer(amount = "1000"): Promise<Payer> {
  const who = await counter.person();
  const payment = randomUUID();
  const invoice = await counter.open(who, amount);
  const instrument = { token: `tok_${who.id}`, label: "•••• 4242" };
  await counter.sendPaidWebhook(invoice, amount, { payment: { id: payment, instrument } });
  const { payouts } = (await counter.api.call("GET /api/v2/billing/data", { token: who.token })).body.data;
  const [credited] = await counter.payments.office.refunds.paymentsOf(invoice.id);
  return {
    who,
    invoice: invoice.id,
    payment,
    receipt: required(credited, "credited").id,
    card: payouts.methods[0].hash,
  };
}

const refund = (receipt: Uuid, amount: string, request: Uuid = counter.host.ids.next()) =>
  counter.host.db.tx(tx =>
    counter.payments.office.refunds.refund(tx, { receipt, amount: micros(parseDecimal(amount)), request }),
  );
const refused = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Failure ? error.error.code : String(error)),
  );
const follow = (id: Uuid) => counter.runJob(followRefundJob, { id });
const recall = (id: string, amount: string) =>
  counter.sendWebhook({ type: "payment.recalled", payment: { id, amount, currency: "RUB" } } as never);
const ended = (reference: Uuid, amount: string, status: string) =>
  counter.sendWebhook({ type: "refund.ended", refund: { reference, amount, currency: "RUB", status } } as never);
const ask = ({ who, card }: Payer, amount: string) =>
  counter.api.call("POST /api/v1/billing/payouts", {
    token: who.token,
    key: randomUUID(),
    body: { method_hash: card, amount },
  });
const shown = async ({ who, invoice }: Payer) =>
  (await counter.api.call("GET /api/v1/billing/history", { token: who.token })).body.data.items.find(
    ({ id }: { id: string }) => id === invoice,
  );
const owed = async (player: string) => {
  const { rows } = await counter.host.db.query<{ owed: bigint }>(
    "SELECT coalesce(sum(amount - repaid - waived), 0)::bigint AS owed FROM debts.debts WHERE player_id = $1",
    [player],
  );
  return rows[0]?.owed;
};
const provider = () => counter.account("deposits:sandbox", "RUB");
const onTheWay = () => counter.account("payouts:sandbox", "RUB");

test("a part of alice's deposit leaves her balance, goes back by the provider that took it, and is shown in progress and done", async () => {
  const alice = await payer();
  const [before, way] = [await provider(), await onTheWay()];
  const id = await refund(alice.receipt, "400.50");
  await counter.expectBooks(alice.who, "599.50");
  expect((await onTheWay()) - way).toBe(400_500_000n);
  expect(await shown(alice)).toMatchObject({ credited: "1000", to_be_refunded: "400.5", refunded: "0", status: 3 });
  await follow(id);
  expect([...counter.provider.refunds.values()]).toMatchObject([{ reference: id, amount: 400_500_000n }]);
  expect([(await provider()) - before, (await onTheWay()) - way]).toEqual([400_500_000n, 0n]);
  expect(await shown(alice)).toMatchObject({ to_be_refunded: "0", refunded: "400.5" });
  await follow(id);
  await ended(id, "400.50", "declined");
  await counter.expectBooks(alice.who, "599.50");
});

test("refunds never add up to more than was credited, and never take more than is there", async () => {
  const bob = await payer();
  await refund(bob.receipt, "600");
  const tooMuch = await refund(bob.receipt, "400.01").catch((error: unknown) => error as Failure);
  expect(tooMuch).toMatchObject({ error: { code: "refund_too_large" }, details: { data: { left: "400" } } });
  expect((await ask(bob, "300")).status).toBe(201);
  expect(await refused(refund(bob.receipt, "100.01"))).toBe(insufficientFunds.code);
  await refund(bob.receipt, "100");
  await counter.expectBooks(bob.who, "0");
  expect(await refused(refund(counter.host.ids.next(), "1"))).toBe("not_found");
});

test("what refuses a withdrawal refuses a refund, and leaves nothing behind", async () => {
  const carol = await payer("500");
  objects = true;
  expect(await refused(refund(carol.receipt, "100"))).toBe("wagering_open");
  objects = false;
  const dora = await payer("500");
  expect((await ask(dora, "500")).status).toBe(201);
  await recall(dora.payment, "500");
  const other = await counter.open(dora.who, "300");
  // The debt of 500 repays itself out of the next deposit, and 200 are still owed.
  await counter.sendPaidWebhook(other, "300");
  const [paid] = await counter.payments.office.refunds.paymentsOf(other.id);
  expect(await refused(refund(required(paid, "credited").id, "100"))).toBe("debt_open");
  expect(await shown(carol)).toMatchObject({ to_be_refunded: "0", refunded: "0" });
  await counter.expectBooks(carol.who, "500");
});

test("nothing is refunded while anything is owed, in another currency too", async () => {
  const { db, clock, ids } = counter.host;
  const emma = await payer("500");
  const debt = { cause: "chargeback", reference: ids.next(), currency: "USD", since: new Date(clock.now()) } as const;
  await db.tx(tx => addDebt(tx, emma.who.id, { ...debt, owed: parseDecimal("5") }));
  expect(await refused(refund(emma.receipt, "100"))).toBe("debt_open");
  // It was not booked: the books would differ.
  await db.query("DELETE FROM debts.debts WHERE player_id = $1", [emma.who.id]);
  await refund(emma.receipt, "100");
  await counter.expectBooks(emma.who, "400");
});

test("a payment in quarantine is no deposit, and one that its bank recalled has nothing left", async () => {
  const quarantined = await counter.sendWebhook({
    reference: randomUUID(),
    payment: { id: randomUUID(), amount: "77", currency: "RUB" },
  });
  expect(quarantined.body.data.result).toBe("quarantined");
  const { rows } = await counter.host.db.query<{ id: Uuid }>(
    "SELECT id FROM payments.receipts WHERE disposition = 'quarantined'",
  );
  expect(await refused(refund(required(rows[0], "quarantined").id, "1"))).toBe("not_found");
  const erin = await payer("200");
  await recall(erin.payment, "200");
  expect(await refused(refund(erin.receipt, "1"))).toBe("payment_not_refundable");
  expect(await counter.payments.office.refunds.paymentsOf(erin.invoice as Uuid)).toMatchObject([
    { isRecalled: true, left: 0n },
  ]);
});

test("a provider that declines gives the money back to the player, once", async () => {
  const frank = await payer("300");
  counter.provider.saysOfRefunds = "declined";
  const id = await refund(frank.receipt, "300");
  await counter.expectBooks(frank.who, "0");
  await follow(id);
  await counter.expectBooks(frank.who, "300");
  await Promise.all([follow(id), ended(id, "300", "declined"), ended(id, "300", "paid")]);
  await counter.expectBooks(frank.who, "300");
  // Another try is another order.
  counter.provider.saysOfRefunds = "paid";
  await follow(await refund(frank.receipt, "300"));
  expect(counter.provider.refunds.size).toBe(2);
  await counter.expectBooks(frank.who, "0");
});

test("an unknown answer is asked about again under the same order, until the provider has ended it", async () => {
  const gina = await payer("300");
  counter.provider.saysOfRefunds = "processing";
  counter.provider.breakNext = 2;
  const id = await refund(gina.receipt, "120");
  await expect(follow(id)).rejects.toThrow("the connection broke");
  await counter.host.clock.advance(60_000);
  await counter.runJob("payments-follow-refunds");
  await counter.host.clock.advance(60_000);
  await counter.runJob("payments-follow-refunds");
  expect([...counter.provider.refunds.keys()].filter(key => key === id)).toEqual([id]);
  expect(await shown(gina)).toMatchObject({ to_be_refunded: "120" });
  await counter.expectBooks(gina.who, "180");
  for (const wrong of ["119", "121"]) expect((await ended(id, wrong, "paid")).body.data.result).toBe("ignored");
  const said = await Promise.all(Array.from({ length: 5 }, () => ended(id, "120", "paid")));
  expect(said.map(({ body }) => body.data.result).sort()).toEqual([
    "ignored",
    "ignored",
    "ignored",
    "ignored",
    "noted",
  ]);
  expect(await shown(gina)).toMatchObject({ to_be_refunded: "0", refunded: "120" });
  await counter.expectBooks(gina.who, "180");
});

test("a kill after the debit, after the claim or after the call loses nothing and pays nothing twice", async () => {
  for (const point of ["payments.refund.claimed", "payments.refund.sent", "payments.refund.ended"]) {
    const hugo = await payer("100");
    const id = await refund(hugo.receipt, "60");
    counter.host.failpoints.arm(point, () => {
      throw new Error("killed");
    });
    await expect(follow(id)).rejects.toThrow("killed");
    await counter.host.clock.advance(60_000);
    await counter.runJob("payments-follow-refunds");
    expect([...counter.provider.refunds.keys()].filter(key => key === id)).toHaveLength(1);
    expect(await shown(hugo)).toMatchObject({ to_be_refunded: "0", refunded: "60" });
    await counter.expectBooks(hugo.who, "40");
  }
});

test("of a withdrawal and refunds of the same money only what is there leaves", async () => {
  for (let round = 0; round < 10; round++) {
    const ines = await payer("100");
    const [payout, ...both] = await Promise.all([
      ask(ines, "100").then(({ status }) => status === 201),
      refused(refund(ines.receipt, "100")),
      refused(refund(ines.receipt, "100")),
    ]);
    expect([payout, ...both].filter(each => each === true || each === "done")).toHaveLength(1);
    await counter.expectBooks(ines.who, "0");
  }
});

test("of two refunds of one payment at once one happens, whatever other money is there", async () => {
  for (let round = 0; round < 10; round++) {
    const ivo = await payer("100");
    await counter.sendPaidWebhook(await counter.open(ivo.who, "100"), "100");
    const both = await Promise.all([refused(refund(ivo.receipt, "80")), refused(refund(ivo.receipt, "80"))]);
    expect(both.sort()).toEqual(["done", "refund_too_large"]);
    await counter.expectBooks(ivo.who, "120");
  }
});

test("one approved request is one refund", async () => {
  const jack = await payer("100");
  const request = counter.host.ids.next();
  const tries = await Promise.allSettled([refund(jack.receipt, "10", request), refund(jack.receipt, "10", request)]);
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await counter.expectBooks(jack.who, "90");
});

test("a recall charges what was not refunded, and a refund that was not sent ends with it", async () => {
  const kate = await payer("1000");
  await follow(await refund(kate.receipt, "300"));
  const waiting = await refund(kate.receipt, "200");
  const before = await provider();
  expect((await recall(kate.payment, "1000")).body.data.result).toBe("noted");
  expect((await provider()) - before).toBe(700_000_000n);
  expect([await owed(kate.who.id), await onTheWay()]).toEqual([0n, expect.any(BigInt)]);
  await counter.expectBooks(kate.who, "0");
  await follow(waiting);
  expect(counter.provider.refunds.size).toBe(1);
  expect((await recall(kate.payment, "1000")).body.data.result).toBe("repeated");
  await counter.expectBooks(kate.who, "0");
});

test("a payment that was wholly refunded and is recalled charges nothing", async () => {
  const lena = await payer("250");
  await follow(await refund(lena.receipt, "250"));
  expect((await recall(lena.payment, "250")).body.data.result).toBe("noted");
  expect(await owed(lena.who.id)).toBe(0n);
  await counter.expectBooks(lena.who, "0");
});

test.each([
  { status: "paid", after: "paid" },
  { status: "declined", after: "declined because the payment was recalled" },
])(
  "a refund on its way when the payment is recalled ends as $status: the provider gets the amount once",
  async ({ status }) => {
    const mona = await payer("400");
    counter.provider.saysOfRefunds = "processing";
    const id = await refund(mona.receipt, "150");
    await follow(id);
    const before = await provider();
    await recall(mona.payment, "400");
    await counter.expectBooks(mona.who, "0");
    expect((await ended(id, "150", status)).body.data.result).toBe("noted");
    expect((await provider()) - before).toBe(400_000_000n);
    expect(await owed(mona.who.id)).toBe(0n);
    await counter.expectBooks(mona.who, "0");
  },
);

test("a decline before the recall gives the money back, and the recall charges it", async () => {
  const nina = await payer("400");
  counter.provider.saysOfRefunds = "declined";
  await follow(await refund(nina.receipt, "150"));
  await recall(nina.payment, "400");
  expect(await owed(nina.who.id)).toBe(0n);
  await counter.expectBooks(nina.who, "0");
});

test("refund, its end and the recall at once end in books that balance, whichever comes first", async () => {
  for (let round = 0; round < 12; round++) {
    const olga = await payer("100");
    counter.provider.saysOfRefunds = "processing";
    const id = await refund(olga.receipt, "30");
    if (round % 2 === 0) await follow(id);
    const before = await provider();
    await Promise.all([
      recall(olga.payment, "100"),
      follow(id),
      ended(id, "30", round % 3 === 0 ? "paid" : "declined"),
      refused(refund(olga.receipt, "20")),
    ]);
    counter.provider.refunds.clear();
    counter.provider.saysOfRefunds = "declined";
    await counter.host.clock.advance(60_000);
    await counter.runJob("payments-follow-refunds");
    expect((await provider()) - before).toBe(100_000_000n);
    expect(await owed(olga.who.id)).toBe(0n);
    await counter.expectBooks(olga.who, "0");
  }
});

test("no refund is sent to a suspended provider or while payouts are stopped; one on its way is asked about", async () => {
  const pia = await payer("100");
  const id = await refund(pia.receipt, "40");
  const reason = "late";
  await counter.host.db.tx(tx =>
    counter.payments.office.suspendProvider(tx, { provider: "sandbox", operator: "Askar", reason }),
  );
  await follow(id);
  expect(counter.provider.refunds.size).toBe(0);
  await counter.host.db.tx(tx => counter.payments.office.resumeProvider(tx, "sandbox"));
  counter.payments.payOnlyWhile(() => false);
  await follow(id);
  expect(counter.provider.refunds.size).toBe(0);
  counter.payments.payOnlyWhile(() => true);
  await follow(id);
  expect(counter.provider.refunds.size).toBe(1);
  await counter.expectBooks(pia.who, "60");
});

test("a refund that was not sent before a debt arose is declined, and its money repays the debt", async () => {
  const olga = await payer();
  const [later, payment] = [await counter.open(olga.who, "500"), randomUUID()];
  await counter.sendPaidWebhook(later, "500", { payment: { id: payment } });
  await ask(olga, "500");
  const id = await refund(olga.receipt, "1000");
  await recall(payment, "500");
  expect(await owed(olga.who.id)).toBe(500_000_000n);
  await follow(id);
  expect(counter.provider.refunds.size).toBe(0);
  expect(await owed(olga.who.id)).toBe(0n);
  expect(await shown(olga)).toMatchObject({ to_be_refunded: "0", refunded: "0" });
  await counter.expectBooks(olga.who, "500");
});

test("a player with a refund on its way does not close the account, and has it in their data", async () => {
  const rosa = await payer("100");
  counter.provider.saysOfRefunds = "processing";
  const id = await refund(rosa.receipt, "100");
  const obstacles = () =>
    counter.host.db.tx(tx => required(counter.payments.closingObstacles, "declared")(tx, rosa.who.id));
  expect(await obstacles()).toContain("open_payouts");
  expect(await required(counter.payments.personalData, "declared")(rosa.who.id)).toMatchObject({ refunds: [{ id }] });
  await follow(id);
  await ended(id, "100", "paid");
  expect(await obstacles()).not.toContain("open_payouts");
});

test("the timeline of the deposit has the refund, the provider's answers, and when it is asked about next", async () => {
  const sara = await payer("100");
  counter.provider.saysOfRefunds = "processing";
  const id = await refund(sara.receipt, "25");
  await follow(id);
  const before = await counter.payments.office.depositTimeline(sara.invoice as Uuid);
  expect(before?.timeline.next).toMatchObject([{ what: "refund" }]);
  await ended(id, "25", "paid");
  const { steps, next } = required(
    await counter.payments.office.depositTimeline(sara.invoice as Uuid),
    "exists",
  ).timeline;
  const brief = steps.map(({ kind, action, outcome }) => [kind, action, outcome].filter(Boolean).join(" "));
  expect(brief).toEqual(
    expect.arrayContaining([
      "refund_ordered",
      "call refund processing",
      "message refund_ended paid",
      "refund_ended refund_3",
    ]),
  );
  expect(next).toEqual([]);
});
