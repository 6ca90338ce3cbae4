import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { addDebt } from "#modules/debts/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { block } from "#modules/limits/server/index.ts";
import { payoutChanged } from "../../shared/events.ts";
import { type Person, type TestCounter, testCounter } from "../../testing/test-counter.ts";
import { payoutSteps } from "../money-steps.ts";
import { followPayoutJob } from "./follow-payout.ts";

let counter: TestCounter;
beforeAll(async () => {
  counter = await testCounter();
});
beforeEach(() => {
  counter.provider.says = "processing";
});
afterAll(() => counter.close());

const cardOf = ({ id }: Person) => ({ token: `tok_${id}`, label: "•••• 4242" });

/** A player who has deposited by card. */
async function payer(amount = "1000"): Promise<Person & { readonly card: string }> {
  const person = await counter.person();
  const invoice = await counter.open(person, amount);
  await counter.sendPaidWebhook(invoice, amount, { payment: { instrument: cardOf(person) } });
  const { payouts } = (await counter.api.call("GET /api/v2/billing/data", { token: person.token })).body.data;
  expect(payouts.methods).toMatchObject([{ name: { en: "Bank card •••• 4242" }, min_amount: "100" }]);
  return { ...person, card: payouts.methods[0].hash };
}

const ask = ({ token }: Person, method_hash: string, amount: unknown, key: string = randomUUID()) =>
  counter.api.call("POST /api/v1/billing/payouts", { token, key, body: { method_hash, amount } });
const cancel = ({ token }: Person, id: string) =>
  counter.api.call(`DELETE /api/v1/billing/payouts/${id}`, { token, key: randomUUID() });
const list = async ({ token }: Person) =>
  (await counter.api.call("GET /api/v1/billing/payouts", { token })).body.data.items;
const later = () => counter.host.clock.advance(31_000);
const send = (id: string) => counter.runJob(followPayoutJob, { id });
const ended = (id: string, status: string, amount = "400", event_id = randomUUID()) =>
  counter.sendWebhook({
    event_id,
    type: "payout.ended",
    payout: { reference: id, amount, currency: "RUB", status },
  } as never);
const onTheWay = () => counter.account("payouts:sandbox", "RUB");

const stepsOf = async ({ id }: Person, payout: string) =>
  (await payoutSteps(counter.host.db, id, payout as Uuid))?.map(({ step, at }) => `${step} ${at ? "done" : "to come"}`);

describe("the steps of a payout", () => {
  test("are those that have happened and those to come, for its player only", async () => {
    const [sven, other] = [await payer(), await counter.person()];
    const { id } = (await ask(sven, sven.card, "400")).body.data;
    expect(await stepsOf(sven, id)).toEqual(["requested done", "checked done", "sent to come", "paid to come"]);
    await later();
    await send(id);
    expect(await stepsOf(sven, id)).toEqual(["requested done", "checked done", "sent done", "paid to come"]);
    await ended(id, "paid");
    expect(await stepsOf(sven, id)).toEqual(["requested done", "checked done", "sent done", "paid done"]);
    expect(await stepsOf(other, id)).toBeUndefined();
  });

  test("end with a refusal, or with the player's own", async () => {
    const sven = await payer();
    const first = (await ask(sven, sven.card, "400")).body.data;
    await cancel(sven, first.id);
    expect(await stepsOf(sven, first.id)).toEqual(["requested done", "checked done", "cancelled done"]);
    const second = (await ask(sven, sven.card, "400")).body.data;
    await later();
    await send(second.id);
    await ended(second.id, "declined");
    expect(await stepsOf(sven, second.id)).toEqual(["requested done", "checked done", "sent done", "declined done"]);
  });
});

describe("a payout", () => {
  test("is published after each commit: requested, processing, paid; a refused one never", async () => {
    const alice = await payer();
    const seen: number[] = [];
    const unsubscribe = counter.host.bus.on(payoutChanged, ({ player, status }) => {
      if (player === alice.id) seen.push(status);
    });
    await ask(alice, alice.card, "1000.01");
    expect(seen).toEqual([]);
    const key = randomUUID();
    const { id } = (await ask(alice, alice.card, "400", key)).body.data;
    await ask(alice, alice.card, "400", key);
    expect(seen).toEqual([1]);
    await later();
    await send(id);
    await ended(id, "paid");
    await ended(id, "paid");
    expect(seen).toEqual([1, 2, 3]);
    unsubscribe();
  });

  test("leaves the balance at once, our books when the provider has paid, and is shown at each step", async () => {
    const alice = await payer();
    const { status, body } = await ask(alice, alice.card, "400");
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 1, amount: "400", label: "•••• 4242", ended_at: null });
    await counter.expectBooks(alice, "600");
    await later();
    await send(body.data.id);
    expect(await list(alice)).toMatchObject([{ id: body.data.id, status: 2 }]);
    const owed = await counter.account("deposits:sandbox", "RUB");
    expect((await ended(body.data.id, "paid")).body.data.result).toBe("noted");
    expect(await list(alice)).toMatchObject([{ status: 3, ended_at: expect.any(String) }]);
    expect(await onTheWay()).toBe(0n);
    expect((await counter.account("deposits:sandbox", "RUB")) - owed).toBe(400_000_000n);
    await counter.expectBooks(alice, "600");
  });

  test("cancelled while it is pending is on the balance again, once; once processing it cannot be", async () => {
    const bob = await payer();
    const first = (await ask(bob, bob.card, "400")).body.data;
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(bob, first.id)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    await counter.expectBooks(bob, "1000");
    const second = (await ask(bob, bob.card, "400")).body.data;
    await later();
    await send(second.id);
    expect(await cancel(bob, second.id)).toMatchObject({ status: 409, body: { code: "payout_closed" } });
    await ended(second.id, "declined");
    expect((await list(bob)).map((row: { status: number }) => row.status).sort()).toEqual([5, 6]);
    await counter.expectBooks(bob, "1000");
  });

  test("cancelled at the very moment it is sent: paid or back, never both, never neither", async () => {
    const bob = await payer("20000");
    for (let round = 0; round < 20; round++) {
      const { id } = (await ask(bob, bob.card, "400")).body.data;
      await later();
      counter.provider.says = "paid";
      const [cancelled] = await Promise.all([cancel(bob, id), send(id)]);
      const row = required((await list(bob))[0], "just asked for");
      expect([cancelled.status, row.status]).toEqual(row.status === 6 ? [200, 6] : [409, 3]);
      expect(counter.provider.payouts.has(id)).toBe(row.status === 3);
    }
    expect(await onTheWay()).toBe(0n);
    const paid = (await list(bob)).filter((row: { status: number }) => row.status === 3).length;
    await counter.expectBooks(bob, `${20_000 - 400 * paid}`);
  });

  test("is ordered once, whatever fails between the order and the answer", async () => {
    const carol = await payer();
    const { id } = (await ask(carol, carol.card, "400")).body.data;
    await later();
    counter.provider.breakNext = 1;
    await expect(send(id)).rejects.toThrow("the connection broke");
    expect(await list(carol)).toMatchObject([{ status: 2 }]);
    counter.provider.payouts.set(id, { ...required(counter.provider.payouts.get(id), "ordered"), status: "paid" });
    await counter.host.clock.advance(60_000);
    await Promise.all([counter.runJob("payments-follow-payouts"), ended(id, "paid"), send(id)]);
    expect(await list(carol)).toMatchObject([{ status: 3 }]);
    expect(await onTheWay()).toBe(0n);
    await counter.expectBooks(carol, "600");
  });

  test("reported two hundred times at once, paid and declined in any order, ends once", async () => {
    const carol = await payer();
    const { id } = (await ask(carol, carol.card, "400")).body.data;
    await later();
    await send(id);
    const seen = Array.from({ length: 200 }, (_, i) => ended(id, i % 2 === 0 ? "paid" : "declined"));
    const results = (await Promise.all(seen)).map(({ body }) => body.data.result);
    expect(results.filter(result => result === "noted")).toHaveLength(1);
    expect(await onTheWay()).toBe(0n);
    const [{ status }] = await list(carol);
    await counter.expectBooks(carol, status === 3 ? "600" : "1000");
  });

  test("reported before it was sent, with another sum or currency, or unknown, moves nothing", async () => {
    const carol = await payer();
    const { id } = (await ask(carol, carol.card, "400")).body.data;
    expect((await ended(id, "paid")).body.data.result).toBe("ignored");
    await later();
    await send(id);
    expect((await ended(id, "paid", "400.01")).body.data.result).toBe("ignored");
    expect((await ended(randomUUID(), "paid")).body.data.result).toBe("ignored");
    expect(await list(carol)).toMatchObject([{ status: 2 }]);
    await ended(id, "declined");
    await counter.expectBooks(carol, "1000");
  });
});

describe("a large payout waits for approval", () => {
  const count = async (_payout: object, earlier: readonly Uuid[]) => earlier.length + 1;
  const askar = { id: randomUUID() as Uuid, name: "Askar", count };
  const madina = { id: randomUUID() as Uuid, name: "Madina", count };
  const approve = (id: string, who: typeof askar) =>
    counter.host.db.tx(tx => counter.payments.office.approve(tx, id as Uuid, who)).catch(({ error }) => error.code);
  const rich = async (deposits: number) => {
    const person = await payer("300000");
    for (let i = 1; i < deposits; i++) await counter.sendPaidWebhook(await counter.open(person, "300000"), "300000");
    return person;
  };

  test("one operator up to a sum, two different ones above; sent once, and only then", async () => {
    const ivan = await rich(8);
    const small = (await ask(ivan, ivan.card, "900000")).body.data;
    const large = (await ask(ivan, ivan.card, "1000001")).body.data;
    expect([small.in_review, large.in_review]).toEqual([true, true]);
    await later();
    counter.provider.says = "paid";
    const both = () => Promise.all([send(small.id), send(large.id), counter.runJob("payments-follow-payouts")]);
    await both();
    expect(counter.provider.payouts.has(small.id) || counter.provider.payouts.has(large.id)).toBe(false);
    expect(await approve(small.id, askar)).toMatchObject({ released: true });
    expect(await approve(large.id, askar)).toMatchObject({ approvals: 1, released: false });
    expect(await approve(large.id, askar)).toBe("approved_already");
    await both();
    expect(counter.provider.payouts.has(large.id)).toBe(false);
    expect((await stepsOf(ivan, large.id))?.[1]).toBe("approved to come");
    expect(await approve(large.id, madina)).toMatchObject({ approvals: 2, released: true });
    expect((await stepsOf(ivan, large.id))?.[1]).toBe("approved done");
    expect(await approve(large.id, askar)).toBe("payout_closed");
    await both();
    expect((await list(ivan)).map(({ status }: { status: number }) => status)).toEqual([3, 3]);
    await counter.expectBooks(ivan, "499999");
  });

  test("a decline gives the money back, and of many concurrent decisions one counts", async () => {
    const jana = await rich(4);
    const { id } = (await ask(jana, jana.card, "1000001")).body.data;
    const deciders = [askar, madina, { id: randomUUID() as Uuid, name: "Timur", count }];
    const decline = () =>
      counter.host.db
        .tx(tx => counter.payments.office.decline(tx, id, { id: randomUUID() as Uuid }))
        .catch(() => "closed");
    await Promise.all([...deciders.map(who => approve(id, who)), decline(), cancel(jana, id), decline()]);
    await later();
    await send(id);
    const [{ status }] = await list(jana);
    expect([2, 5, 6]).toContain(status);
    await counter.expectBooks(jana, status === 2 ? "199999" : "1200000");
  });

  test("released and then declined by the provider comes back once and exactly, whatever is reported in whatever order", async () => {
    const lara = await rich(4);
    const seen: number[] = [];
    const unsubscribe = counter.host.bus.on(payoutChanged, ({ player, status }) => {
      if (player === lara.id) seen.push(status);
    });
    const decline = (id: string) =>
      counter.host.db
        .tx(tx => counter.payments.office.decline(tx, id as Uuid, { id: randomUUID() as Uuid }))
        .catch(({ error }) => error.code);
    const returned = async (id: string) =>
      (
        await counter.host.db.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM ledger.transfers WHERE reference = $1 AND credit = ${account("player:real")}`,
          [id],
        )
      ).rows[0]?.n;
    const amount = "1000001";
    const { id } = (await ask(lara, lara.card, amount)).body.data;
    await approve(id, askar);
    expect(await approve(id, madina)).toMatchObject({ released: true });
    // Released: operators can no longer decline it, and reports from before it was sent do not apply.
    expect(await decline(id)).toBe("payout_closed");
    expect((await ended(id, "declined", amount)).body.data.result).toBe("ignored");
    await counter.expectBooks(lara, "199999");
    await later();
    await send(id);
    expect([await list(lara), await onTheWay()]).toMatchObject([[{ status: 2 }], 1_000_001_000_000n]);

    const event = randomUUID();
    const messages = [
      () => ended(id, "declined", amount, event),
      () => ended(id, "declined", amount, event),
      () => ended(id, "declined", amount),
      () => send(id),
      () => decline(id),
      () => approve(id, { id: randomUUID() as Uuid, name: "Timur", count }),
      () => cancel(lara, id),
    ];
    await Promise.all([...messages, ...messages.toReversed()].map(each => each()));
    for (const status of ["processing", "paid", "declined"])
      expect((await ended(id, status, amount)).body.data.result).toBe("ignored");
    await counter.host.clock.advance(120_000);
    await counter.runJob("payments-follow-payouts");
    expect(await list(lara)).toMatchObject([{ id, status: 5, ended_at: expect.any(String) }]);
    expect([await onTheWay(), await returned(id)]).toEqual([0n, 1]);
    await counter.expectBooks(lara, "1200000");
    expect(seen).toEqual([1, 2, 5]);
    unsubscribe();
  });

  test("released and declined in the response to its order, while a message reports it too, comes back once", async () => {
    const marat = await rich(4);
    const { id } = (await ask(marat, marat.card, "1000001")).body.data;
    await approve(id, askar);
    await approve(id, madina);
    await later();
    counter.provider.says = "declined";
    const both = () => Promise.all([send(id), ended(id, "declined", "1000001"), send(id)]);
    await both();
    await both();
    expect(await list(marat)).toMatchObject([{ status: 5 }]);
    expect(await onTheWay()).toBe(0n);
    await counter.expectBooks(marat, "1200000");
  });

  test("many small ones of one day wait as well, and an approval does not count for a payout that needs none", async () => {
    const karim = await rich(3);
    const first = (await ask(karim, karim.card, "300000")).body.data;
    await ask(karim, karim.card, "300000");
    expect((await ask(karim, karim.card, "100")).body.data).toMatchObject({ in_review: true });
    expect(first.in_review).toBe(false);
    expect(await approve(first.id, askar)).toBe("payout_closed");
    const waiting = await counter.payments.office.payouts({ queue: "waiting", player: karim.id, limit: 10 });
    expect(waiting).toMatchObject([{ approvalsNeeded: 1, waitsFor: ["day"] }]);
  });
});

describe("what is refused moves nothing", () => {
  test("more than the balance, under the smallest, over the largest, and invalid amounts", async () => {
    const dave = await payer();
    for (const [amount, code] of [
      ["1000.01", "insufficient_funds"],
      ["99.99", "amount_out_of_limits"],
      ["3000000.01", "amount_out_of_limits"],
      ...["1e3", "-400", " 400", "400.001", "", "NaN"].map(each => [each, "validation_failed"] as const),
    ] as const)
      expect([amount, (await ask(dave, dave.card, amount)).body.code]).toEqual([amount, code]);
    for (const amount of [400, null, ["400"], { a: 1 }]) expect((await ask(dave, dave.card, amount)).status).toBe(422);
    expect(await list(dave)).toEqual([]);
    await counter.expectBooks(dave, "1000");
  });

  test("an amount in a currency that is no longer in use", async () => {
    const dave = await payer();
    const send = (currency: string) =>
      counter.api.call("POST /api/v1/billing/payouts", {
        token: dave.token,
        key: randomUUID(),
        body: { method_hash: dave.card, amount: "400", currency },
      });
    expect(await send("USD")).toMatchObject({ status: 422, body: { errors: { currency: ["currency_changed"] } } });
    expect((await send("GBP")).body.errors).toEqual({ currency: ["currency_invalid"] });
    await counter.expectBooks(dave, "1000");
    expect((await send("RUB")).status).toBe(201);
  });

  test("another player's card, an unknown one, another player's payout", async () => {
    const [dave, erin] = [await payer(), await payer()];
    for (const method of [erin.card, randomUUID(), "card-page", ""])
      expect((await ask(dave, method, "400")).body.code).toBe("validation_failed");
    const { id } = (await ask(erin, erin.card, "400")).body.data;
    const [foreign, unknownPlayers] = [await cancel(dave, id), await cancel(dave, randomUUID())];
    expect([foreign.status, foreign.body]).toEqual([unknownPlayers.status, unknownPlayers.body]);
    expect(foreign.status).toBe(404);
    await counter.expectBooks(erin, "600");
  });

  test("a hundred requests at once on a balance for two: two", async () => {
    const erin = await payer("900");
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(erin, erin.card, "400")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    await counter.expectBooks(erin, "100");
  });

  test("beyond a day's limit, also when requested concurrently", async () => {
    const frank = await payer("300000");
    for (let i = 0; i < 23; i++) await counter.sendPaidWebhook(await counter.open(frank, "300000"), "300000");
    const answers = await Promise.all(Array.from({ length: 3 }, () => ask(frank, frank.card, "2300000")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const [refused, ...more] = answers.filter(({ body }) => body.code === "payout_limit_reached");
    expect(more).toEqual([]);
    expect(refused?.body.data).toEqual({ limit: "6000000", left: "1400000" });
    await counter.expectBooks(frank, "2600000");
  });
});

test("the limit of a day counts what was sent and paid that day, in its own currency, and holds from the first unit above", async () => {
  const { db, clock } = counter.host;
  const rosa = await payer();
  const paid = async (currency: string, amount: string, at: number) =>
    db.query(
      `INSERT INTO payments.payouts (id, player_id, idempotency_key, request_hash, provider, instrument_id, currency, amount, status, created_at,
         send_at, asked_at, sent_at, ended_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), sha256('paid'), 'sandbox', $2, $3, $4, 3, $5, $5, $5, $5, $5`,
      [rosa.id, rosa.card, currency, parseDecimal(amount), new Date(at)],
    );
  await paid("USD", "60000", clock.now());
  await paid("RUB", "6000000", clock.now() - 86_400_000);
  expect((await ask(rosa, rosa.card, "400")).status).toBe(201);
  await paid("RUB", "5999300", clock.now());
  expect((await ask(rosa, rosa.card, "300.01")).body).toMatchObject({
    code: "payout_limit_reached",
    data: { limit: "6000000", left: "300" },
  });
  expect((await ask(rosa, rosa.card, "300")).status).toBe(201);
  await db.query("DELETE FROM payments.payouts WHERE player_id = $1 AND request_hash = sha256('paid')", [rosa.id]);
  await counter.expectBooks(rosa, "300");
});

test("nothing is paid out while anything is owed, in another currency too", async () => {
  const { db, clock } = counter.host;
  const tara = await payer();
  const owed = {
    cause: "chargeback",
    reference: counter.host.ids.next(),
    currency: "USD",
    since: new Date(clock.now()),
  } as const;
  await db.tx(tx => addDebt(tx, tara.id, { ...owed, owed: parseDecimal("5") }));
  expect((await ask(tara, tara.card, "400")).body).toMatchObject({
    code: "debt_open",
    data: { owed: "5", currency: "USD", cause: "chargeback" },
  });
  // It was not booked: the books would differ.
  await db.query("DELETE FROM debts.debts WHERE player_id = $1", [tara.id]);
  expect((await ask(tara, tara.card, "400")).status).toBe(201);
  await counter.expectBooks(tara, "600");
});

test("one key is one payout: fifty times at once, the same bytes; with another sum a conflict", async () => {
  const gina = await payer();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(gina, gina.card, "400", key)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect((await ask(gina, gina.card, "500", key)).body.code).toBe("idempotency_conflict");
  await later();
  await send(answers[0]?.body.data.id);
  expect((await ask(gina, gina.card, "400", key)).text).toBe(answers[0]?.text);
  await counter.expectBooks(gina, "600");
});

test("a key is its player's own: mallory sends alice's whole request and learns nothing, and bob's payout under the same key is bob's", {
  tags: ["known-failure/10/Fairhouse"],
}, async () => {
  const [alice, bob, mallory] = [await payer(), await payer(), await payer()];
  const key = randomUUID();
  const first = await ask(alice, alice.card, "400", key);
  const stolen = await ask(mallory, alice.card, "400", key);
  expect([stolen.status, stolen.body.code]).toEqual([422, "validation_failed"]);
  const own = await ask(bob, bob.card, "400", key);
  expect(own.status, own.text).toBe(201);
  expect(own.body.data.id).not.toBe(first.body.data.id);
  expect([await list(mallory), await list(bob)]).toMatchObject([[], [{ id: own.body.data.id }]]);
  await counter.expectBooks(mallory, "1000");
  await counter.expectBooks(bob, "600");
});

test("a player on a break gets their money all the same", async () => {
  const hanna = await payer();
  await counter.host.db.tx(tx => block(tx, hanna.id, new Date(counter.host.clock.now() + 86_400_000)));
  const { status, body } = await ask(hanna, hanna.card, "400");
  expect(status).toBe(201);
  counter.provider.says = "paid";
  await later();
  await send(body.data.id);
  expect(await list(hanna)).toMatchObject([{ status: 3 }]);
  await counter.expectBooks(hanna, "600");
});
