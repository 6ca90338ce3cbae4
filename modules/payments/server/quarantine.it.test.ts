import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type Person, type TestCounter, testCounter } from "../testing/test-counter.ts";
import { followReturnJob } from "./returns/follow-return.ts";

/** Payments whose deposit is unknown: they go back once, or are credited once, whichever comes first. */

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
});
beforeEach(() => {
  counter.provider.saysOfRefunds = "paid";
  counter.provider.refunds.clear();
});
afterAll(() => counter.close());

const dayMs = 86_400_000;
const office = () => counter.payments.office.quarantine;
const inTx = <T>(work: Parameters<typeof counter.host.db.tx<T>>[0]) => counter.host.db.tx(work);

/** A payment of the sandbox that names no deposit of ours. */
async function strayPayment(amount = "500", currency = "RUB") {
  const payment = { id: randomUUID(), amount, currency };
  const event_id = randomUUID();
  const said = { event_id, reference: randomUUID(), payment };
  expect((await counter.sendWebhook(said)).body.data.result).toBe("quarantined");
  const { rows } = await counter.host.db.query<{ id: Uuid; back: Uuid | null }>(
    `SELECT id, (SELECT t.id FROM payments.returns t WHERE t.receipt_id = r.id) AS back FROM payments.receipts r
     WHERE payment_id = $1`,
    [payment.id],
  );
  return { ...required(rows[0], "stored"), payment, said };
}

const follow = (back: Uuid | null) => counter.runJob(followReturnJob, { id: back ?? undefined });
const assign = (id: Uuid, invoice: string) => inTx(tx => office().assign(tx, id, invoice as Uuid));
const shown = async (id: Uuid) =>
  (await office().list({ isWaiting: false, before: null, limit: 100 })).find(each => each.id === id);
const isListed = async (id: Uuid) =>
  (await office().list({ isWaiting: true, before: null, limit: 100 })).some(each => each.id === id);
const quarantined = () => counter.account("quarantine", "RUB");
const statusOf = async (person: Person, id: string) => (await counter.status(person, id)).body.data;

test("a payment is credited to the deposit that it was assigned to, once: no report of it and no job moves it again", async () => {
  const alice = await counter.person();
  const invoice = await counter.open(alice);
  const { id, back, payment, said } = await strayPayment();
  expect([await isListed(id), await quarantined()]).toEqual([true, 500_000_000n]);
  expect(await assign(id, invoice.id)).toMatchObject({ booked: "credited" });
  expect([await isListed(id), await quarantined()]).toEqual([false, 0n]);
  expect(await shown(id)).toMatchObject({ player: alice.id, invoice: invoice.id, back: { status: 4 } });
  expect(await statusOf(alice, invoice.id)).toMatchObject({ status: 3, shop_amount: "500" });
  await counter.expectBooks(alice, "500");

  await expect(assign(id, invoice.id)).rejects.toMatchObject({ message: "request_stale" });
  for (const again of [said, { ...said, event_id: randomUUID() }, { reference: invoice.id, payment }])
    expect((await counter.sendWebhook(again)).body.data.result).toBe("repeated");
  await counter.host.clock.advance(2 * dayMs);
  await follow(back);
  await counter.runJob("payments-follow-returns");
  expect(counter.provider.refunds.size).toBe(0);
  for (const decide of [() => inTx(tx => office().returnNow(tx, id)), () => inTx(tx => office().hold(tx, id, 1))])
    await expect(decide()).rejects.toMatchObject({ message: "quarantine_closed" });
  await counter.expectBooks(alice, "500");

  // A bank can recall it as any other deposit.
  const recall = { type: "payment.recalled", reference: invoice.id, payment };
  expect((await counter.sendWebhook(recall)).body.data.result).toBe("noted");
  await counter.expectBooks(alice, "0");
});

test("the player's own limit applies: what is over it goes back to its payer, once", async () => {
  const bob = await counter.person();
  const invoice = await counter.open(bob, "300");
  await counter.host.db.query(
    "INSERT INTO limits.daily (player_id, kind, amount, currency) VALUES ($1, 'deposit', $2, 'RUB') ON CONFLICT (player_id, kind) DO UPDATE SET amount = $2, currency = 'RUB'",
    [bob.id, 300_000_000n],
  );
  const { id } = await strayPayment("450");
  expect(await assign(id, invoice.id)).toMatchObject({ booked: "credited" });
  expect(await counter.account("to be returned", "RUB")).toBe(150_000_000n);
  await counter.runJob("payments-follow-returns");
  expect([...counter.provider.refunds.values()]).toMatchObject([{ amount: 150_000_000n }]);
  expect(await counter.account("to be returned", "RUB")).toBe(0n);
  await counter.expectBooks(bob, "300");
});

test("a deposit of another provider or currency, an unknown one, and money that was not booked are refused", async () => {
  const [carol, dave] = [await counter.person(), await counter.person("USD")];
  const { id } = await strayPayment();
  const inDollars = await counter.open(dave, "20");
  Object.assign(counter.provider, { away: "refuses" });
  const atReserve = await counter.open(carol);
  Object.assign(counter.provider, { away: null });
  for (const other of [inDollars.id, atReserve.id])
    await expect(assign(id, other)).rejects.toMatchObject({ message: "payment_not_assignable" });
  await expect(assign(id, randomUUID())).rejects.toMatchObject({ message: "not_found" });
  const unbooked = await strayPayment("7", "XAF");
  expect(await shown(unbooked.id)).toMatchObject({ currency: "XAF", back: null });
  await expect(assign(unbooked.id, atReserve.id)).rejects.toMatchObject({ message: "request_stale" });
  await expect(inTx(tx => office().returnNow(tx, unbooked.id))).rejects.toMatchObject({ message: "quarantine_closed" });
  await counter.expectBooks(carol, "0");
  await inTx(tx => office().returnNow(tx, id));
  await counter.runJob("payments-follow-returns");
});

test("a payment is sent back at once, and once, when an operator says so; a held one waits", async () => {
  const [first, second] = [await strayPayment("40"), await strayPayment("60")];
  await inTx(tx => office().hold(tx, second.id, 5));
  await inTx(tx => office().returnNow(tx, first.id));
  await Promise.all([follow(first.back), follow(first.back), counter.runJob("payments-follow-returns")]);
  expect([...counter.provider.refunds.values()].map(({ amount }) => amount)).toEqual([40_000_000n]);
  await expect(inTx(tx => office().returnNow(tx, first.id))).rejects.toMatchObject({ message: "quarantine_closed" });
  await counter.host.clock.advance(4 * dayMs);
  await follow(second.back);
  expect(counter.provider.refunds.size).toBe(1);
  await counter.host.clock.advance(2 * dayMs);
  await follow(second.back);
  expect(counter.provider.refunds.size).toBe(2);
  expect([await quarantined(), await isListed(first.id), await isListed(second.id)]).toEqual([0n, false, false]);
});

const recall = (payment: { readonly id: string; readonly amount: string; readonly currency: string }) =>
  counter.sendWebhook({ event_id: randomUUID(), type: "payment.recalled", reference: randomUUID(), payment } as never);
const resultOf = async (sent: ReturnType<typeof recall>) => (await sent).body.data.result;

test("a payment whose bank takes it back is not sent back as well, and cannot be credited any more", async () => {
  const frank = await counter.person();
  const invoice = await counter.open(frank);
  const { id, back, payment } = await strayPayment();
  const before = await counter.account("deposits:sandbox", "RUB");
  expect(await resultOf(recall({ ...payment, amount: "499" }))).toBe("ignored");
  expect(await resultOf(recall(payment))).toBe("noted");
  expect([await quarantined(), await isListed(id)]).toEqual([0n, false]);
  expect(await counter.account("deposits:sandbox", "RUB")).toBe(before + 500_000_000n);
  expect(await shown(id)).toMatchObject({ player: null, back: { status: 6 } });
  expect(await resultOf(recall(payment))).toBe("repeated");
  await expect(assign(id, invoice.id)).rejects.toMatchObject({ message: "request_stale" });
  await counter.host.clock.advance(2 * dayMs);
  await follow(back);
  await counter.runJob("payments-follow-returns");
  expect(counter.provider.refunds.size).toBe(0);
  await counter.expectBooks(frank, "0");
});

test("a recall while the payment is being sent back ends with the provider's report: refused, it is not tried again", async () => {
  counter.provider.saysOfRefunds = "processing";
  for (const status of ["declined", "paid"] as const) {
    const { id, back, payment } = await strayPayment("80");
    const before = await counter.account("deposits:sandbox", "RUB");
    await inTx(tx => office().returnNow(tx, id));
    await follow(back);
    expect(await resultOf(recall(payment))).toBe("noted");
    expect(await quarantined()).toBe(80_000_000n);
    counter.provider.refunds.set(String(back), {
      reference: back as Uuid,
      amount: 80_000_000n as never,
      currency: "RUB",
      status,
    });
    await counter.host.clock.advance(60_000);
    await follow(back);
    expect(await shown(id)).toMatchObject({ back: { status: status === "paid" ? 3 : 6 } });
    expect(await quarantined()).toBe(0n);
    expect(await counter.account("deposits:sandbox", "RUB")).toBe(before + 80_000_000n);
  }
  const { rowCount } = await counter.host.db.query("SELECT FROM payments.returns WHERE status IN (1, 2)");
  expect(rowCount).toBe(0);
});

test("what is above a player's limit is not sent back once the bank has taken all of it", async () => {
  const gina = await counter.person();
  await counter.host.db.query(
    "INSERT INTO limits.daily (player_id, kind, amount, currency) VALUES ($1, 'deposit', $2, 'RUB') ON CONFLICT (player_id, kind) DO UPDATE SET amount = $2, currency = 'RUB'",
    [gina.id, 300_000_000n],
  );
  const invoice = await counter.open(gina, "300");
  const payment = { id: randomUUID(), amount: "450", currency: "RUB" };
  await counter.sendWebhook({ reference: invoice.id, payment });
  expect(await counter.account("to be returned", "RUB")).toBe(150_000_000n);
  expect(await resultOf(recall(payment))).toBe("noted");
  await counter.runJob("payments-follow-returns");
  expect([counter.provider.refunds.size, await counter.account("to be returned", "RUB")]).toEqual([0, 0n]);
  await counter.expectBooks(gina, "0");
});

test("of a recall, an assignment and a return at the same time, the provider owes the payment less once", async () => {
  const hugo = await counter.person();
  for (let round = 0; round < 20; round += 1) {
    const invoice = await counter.open(hugo, "100");
    const { id, back, payment } = await strayPayment("100");
    const before = await counter.account("deposits:sandbox", "RUB");
    await inTx(tx => office().returnNow(tx, id));
    counter.provider.refunds.clear();
    const race = [() => assign(id, invoice.id), () => recall(payment), () => follow(back), () => recall(payment)];
    const turned = race.slice(round % 4).concat(race.slice(0, round % 4));
    await Promise.allSettled(turned.map(start => start()));
    expect(["noted", "repeated"]).toContain(await resultOf(recall(payment)));
    await counter.runJob("payments-follow-returns");
    expect(await counter.account("deposits:sandbox", "RUB")).toBe(before + 100_000_000n);
    expect([await quarantined(), counter.provider.refunds.size < 2]).toEqual([0n, true]);
  }
  await counter.expectBooks(hugo, "0");
});

test("of an assignment and a return at the same time one happens: thirty times the money is at one place", async () => {
  const erin = await counter.person();
  for (let round = 0; round < 30; round += 1) {
    const invoice = await counter.open(erin, "100");
    const { id, back } = await strayPayment("100");
    const before = await counter.account("deposits:sandbox", "RUB");
    await inTx(tx => office().returnNow(tx, id));
    counter.provider.refunds.clear();
    const race = [
      () => assign(id, invoice.id),
      () => follow(back),
      () => assign(id, invoice.id),
      () => counter.runJob("payments-follow-returns"),
    ];
    await Promise.allSettled((round % 2 === 0 ? race : race.toReversed()).map(start => start()));
    const assigned = (await statusOf(erin, invoice.id)).status === 3;
    expect(counter.provider.refunds.size).toBe(assigned ? 0 : 1);
    expect(await counter.account("deposits:sandbox", "RUB")).toBe(before + (assigned ? 0n : 100_000_000n));
    expect(await quarantined()).toBe(0n);
  }
  expect(await counter.host.db.query("SELECT FROM payments.returns WHERE status = 2")).toMatchObject({ rowCount: 0 });
});
