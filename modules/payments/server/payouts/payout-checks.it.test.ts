import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Failure } from "#kit/contract/error-code.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { wageringOpen } from "../../shared/errors.ts";
import { type Person, type TestCounter, testCounter } from "../../testing/test-counter.ts";

/** Checks before a payout, and before a deposit. */

let counter: TestCounter;
let wagering: string | undefined;
beforeAll(async () => {
  counter = await testCounter({ proofs: true });
  counter.payments.addPayoutCheck(async () =>
    wagering === undefined ? undefined : new Failure(wageringOpen, { data: { left: wagering } }),
  );
});
beforeEach(() => {
  counter.known.level = 3;
  wagering = undefined;
});
afterAll(() => counter.close());

/** Each player's own, unless another's is named. */
const card = (digits: string, { id }: { readonly id: string }) => ({
  token: `tok_${id}_${digits}`,
  label: `•••• ${digits}`,
});

async function payer(amount = "1000"): Promise<Person & { readonly card: string }> {
  const person = await counter.person();
  return { ...person, card: await payIn(person, amount, "4242") };
}

/** Deposits by this card; returns its hash among the payout methods. */
async function payIn(person: Person, amount: string, digits: string, holder: Person = person): Promise<string> {
  const payment = { instrument: card(digits, holder) };
  await counter.sendPaidWebhook(await counter.open(person, amount), amount, { payment });
  const { payouts } = (await counter.api.call("GET /api/v2/billing/data", { token: person.token })).body.data;
  return payouts.methods.find((method: { name: { en: string } }) => method.name.en.endsWith(digits)).hash;
}

const prove = ({ token }: Person, password = "correct horse") =>
  counter.api.call("POST /api/v1/factors/proof/password", { token, body: { password } });
const ask = ({ token }: Person, method_hash: string, amount = "400", key: string = randomUUID()) =>
  counter.api.call("POST /api/v1/billing/payouts", { token, key, body: { method_hash, amount } });
const deposit = ({ token }: Person, amount: string) =>
  counter.api.call("POST /api/v1/billing/payments", {
    token,
    key: randomUUID(),
    body: { method_hash: "card-page", amount },
  });

describe("a fresh proof", () => {
  test("is required for each payout, is used up by it, and a repeat of the call needs none", async () => {
    const alice = await payer();
    expect(await ask(alice, alice.card)).toMatchObject({ status: 403, body: { code: "proof_required" } });
    await counter.expectBooks(alice, "1000");
    expect((await prove(alice, "wrong horse")).status).toBe(422);
    expect((await ask(alice, alice.card)).status).toBe(403);
    await prove(alice);
    const key = randomUUID();
    const first = await ask(alice, alice.card, "400", key);
    expect(first.status).toBe(201);
    expect((await ask(alice, alice.card, "400", key)).text).toBe(first.text);
    expect((await ask(alice, alice.card)).body.code).toBe("proof_required");
    await counter.expectBooks(alice, "600");
  });

  test("can be used again within its five minutes when its payout is cancelled, once and not longer", async () => {
    const dora = await payer();
    const cancel = (id: string) =>
      counter.api.call(`DELETE /api/v1/billing/payouts/${id}`, { token: dora.token, key: randomUUID() });
    await prove(dora);
    const { id } = (await ask(dora, dora.card)).body.data;
    await counter.host.clock.advance(120_000);
    expect((await Promise.all([cancel(id), cancel(id)])).map(({ status }) => status)).toEqual([200, 200]);
    const again = await ask(dora, dora.card, "300");
    expect(again.status, again.text).toBe(201);
    // A repeat of the first cancellation gives nothing back: the proof belongs to the second payout now.
    await cancel(id);
    expect((await ask(dora, dora.card, "100")).body.code).toBe("proof_required");
    await counter.host.clock.advance(180_000);
    await cancel(again.body.data.id);
    expect((await ask(dora, dora.card)).body.code).toBe("proof_required");
    await counter.expectBooks(dora, "1000");
  });

  test("lets one of twenty payouts at once through", async () => {
    const bob = await payer();
    await prove(bob);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(bob, bob.card, "100")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 403)]);
    await counter.expectBooks(bob, "900");
  });

  test("is not used up when the payout is refused for another reason", async () => {
    const carol = await payer();
    await prove(carol);
    expect((await ask(carol, carol.card, "1000.01")).body.code).toBe("insufficient_funds");
    expect((await ask(carol, carol.card, "1000")).status).toBe(201);
  });
});

test("a new card waits a day, the first one does not, and another player's is not found", async () => {
  const dave = await payer("500");
  await counter.host.clock.advance(1000);
  const second = await payIn(dave, "500", "1881");
  const from = new Date(counter.host.clock.now() + 86_400_000).toISOString();
  await prove(dave);
  const refused = { status: 409, body: { code: "instrument_cooling", data: { from } } };
  expect(await ask(dave, second, "100")).toMatchObject(refused);
  expect((await ask(dave, dave.card, "100")).status).toBe(201);
  await counter.host.clock.advance(86_399_999);
  await prove(dave);
  expect(await ask(dave, second, "100")).toMatchObject(refused);
  await counter.host.clock.advance(1);
  expect((await ask(dave, second, "100")).status).toBe(201);
  const erin = await payer("500");
  await prove(erin);
  expect((await ask(erin, dave.card, "100")).body.errors).toEqual({ method_hash: ["method_unknown"] });
});

describe("a card that two accounts have paid with", () => {
  const inReview = async ({ token }: Person): Promise<boolean> =>
    (await counter.api.call("GET /api/v1/billing/payouts", { token })).body.data.items[0].in_review;
  const waitsFor = async (id: string) => {
    const { rows } = await counter.host.db.query("SELECT waits_for, status FROM payments.payouts WHERE id = $1", [id]);
    return rows[0];
  };

  test("takes deposits of both, and pays neither out before an operator has approved it", async () => {
    const mallory = await payer();
    const nina = await counter.person();
    const same = await payIn(nina, "1000", "4242", mallory);
    await counter.expectBooks(nina, "1000");
    for (const [who, method] of [[nina, same] as const, [mallory, mallory.card] as const]) {
      await prove(who);
      const { id } = (await ask(who, method)).body.data;
      expect(await inReview(who)).toBe(true);
      await counter.host.clock.advance(31_000);
      await counter.runJob("payments-follow-payout", { id });
      expect(await waitsFor(id)).toEqual({ waits_for: ["instrument"], status: 1 });
      expect(counter.provider.payouts.has(id)).toBe(false);
      const decider = { id: randomUUID() as never, name: "Timur", count: async () => 1 };
      await counter.host.db.tx(tx => counter.payments.office.approve(tx, id, decider));
      await counter.runJob("payments-follow-payout", { id });
      expect(counter.provider.payouts.has(id)).toBe(true);
    }
  });

  test("is checked again before the money leaves: a deposit with it after the request stops the payout", async () => {
    const olga = await payer();
    await prove(olga);
    const { id } = (await ask(olga, olga.card)).body.data;
    expect(await inReview(olga)).toBe(false);
    await payIn(await counter.person(), "500", "4242", olga);
    await counter.host.clock.advance(31_000);
    await counter.runJob("payments-follow-payout", { id });
    expect(await waitsFor(id)).toEqual({ waits_for: ["instrument"], status: 1 });
    expect(await inReview(olga)).toBe(true);
  });

  test("of an account that is locked after the request waits for an operator who approves it after the lock", async () => {
    const pia = await payer();
    await prove(pia);
    const { id } = (await ask(pia, pia.card)).body.data;
    await counter.host.db.query(
      "UPDATE accounts.players SET locked_at = $2, lock_reason = 'taken over' WHERE id = $1",
      [pia.id, new Date(counter.host.clock.now())],
    );
    await counter.host.clock.advance(31_000);
    await counter.runJob("payments-follow-payout", { id });
    expect(await waitsFor(id)).toEqual({ waits_for: ["account_locked"], status: 1 });
    expect(counter.provider.payouts.has(id)).toBe(false);
    const decider = { id: randomUUID() as never, name: "Timur", count: async () => 1 };
    await counter.host.db.tx(tx => counter.payments.office.approve(tx, id, decider));
    await counter.runJob("payments-follow-payout", { id });
    expect(counter.provider.payouts.has(id)).toBe(true);
  });

  test("used for deposits and payouts by both at the same moment, five times: nothing leaves without approval", async () => {
    for (let i = 0; i < 5; i++) {
      const [one, other] = [await payer("500"), await counter.person()];
      const invoice = await counter.open(other, "500");
      const payment = { instrument: card("4242", one) };
      await prove(one);
      const [asked] = await Promise.all([ask(one, one.card), counter.sendPaidWebhook(invoice, "500", { payment })]);
      await counter.host.clock.advance(31_000);
      await counter.runJob("payments-follow-payout", { id: asked.body.data.id });
      expect(counter.provider.payouts.has(asked.body.data.id)).toBe(false);
    }
  });
});

describe("a win in doubt", () => {
  const doubted = { round: randomUUID() as Uuid, game: "altyn", found: ["payout"] };
  const accepted: string[] = [];
  let doubt: "win_differs" | "win_unproven" | undefined;
  beforeAll(() =>
    counter.payments.reviewPayouts({
      prepare: async () => undefined,
      doubt: async () => doubt,
      accepted: async (_tx, { id }) => void accepted.push(id),
      doubted: async () => (doubt ? [{ ...doubted, doubt }] : []),
    }),
  );

  test.each([
    ["win_differs", 2],
    ["win_unproven", 1],
  ] as const)(
    "%s: the payout waits for %i operators, whatever its amount, and its player can cancel it",
    async (why, needed) => {
      doubt = why;
      const [rita, sam] = [await payer(), await payer()];
      for (const each of [rita, sam]) await prove(each);
      const [{ id }, other] = [(await ask(rita, rita.card)).body.data, (await ask(sam, sam.card)).body.data];
      await counter.host.clock.advance(31_000);
      await counter.runJob("payments-follow-payout", { id });
      const { rows } = await counter.host.db.query(
        "SELECT status, approvals_needed, waits_for FROM payments.payouts WHERE id = $1",
        [id],
      );
      expect(rows).toEqual([{ status: 1, approvals_needed: needed, waits_for: [why] }]);
      expect(await counter.payments.office.doubtedRounds(id)).toEqual([{ ...doubted, doubt: why }]);
      const cancelled = await counter.api.call(`DELETE /api/v1/billing/payouts/${other.id}`, {
        token: sam.token,
        key: randomUUID(),
      });
      expect(cancelled.status).toBe(200);
      await counter.expectBooks(sam, "1000");
      for (let n = 1; n <= needed; n++) {
        expect(counter.provider.payouts.has(id)).toBe(false);
        expect(accepted).not.toContain(id);
        const decider = { id: randomUUID() as never, name: "Timur", count: async () => n };
        await counter.host.db.tx(tx => counter.payments.office.approve(tx, id, decider));
        await counter.runJob("payments-follow-payout", { id });
      }
      expect(counter.provider.payouts.has(id)).toBe(true);
      expect(accepted).toContain(id);
      await counter.expectBooks(rita, "600");
    },
  );

  test("that there is not holds nothing", async () => {
    doubt = undefined;
    const tara = await payer();
    await prove(tara);
    const { id } = (await ask(tara, tara.card)).body.data;
    await counter.host.clock.advance(31_000);
    await counter.runJob("payments-follow-payout", { id });
    expect(counter.provider.payouts.has(id)).toBe(true);
  });
});

test("a bonus that is still to be wagered blocks a payout", async () => {
  const frank = await payer();
  await prove(frank);
  wagering = "250";
  expect(await ask(frank, frank.card)).toMatchObject({ body: { code: "wagering_open", data: { left: "250" } } });
  wagering = undefined;
  expect((await ask(frank, frank.card)).status).toBe(201);
});

describe("totals of a verification level", () => {
  test("for payouts: refused with the level it takes, requested in the profile, and allowed with that level", async () => {
    const grace = await payer("250000");
    counter.known.level = 0;
    await prove(grace);
    expect((await ask(grace, grace.card, "150000")).status).toBe(201);
    await prove(grace);
    const refused = await ask(grace, grace.card, "50000.01");
    expect(refused).toMatchObject({ status: 403, body: { code: "verification_required", data: { level: 1 } } });
    expect(counter.known.asked).toContain(grace.id);
    counter.known.level = 1;
    expect((await ask(grace, grace.card, "50000.01")).status).toBe(201);
    await counter.expectBooks(grace, "49999.99");
  });

  test("for deposits: an invoice that would exceed it is refused; an overpayment goes back", async () => {
    const heidi = await counter.person();
    counter.known.level = 0;
    const invoice = await counter.open(heidi, "300000");
    expect((await deposit(heidi, "200000.01")).body).toMatchObject({
      code: "verification_required",
      data: { level: 1 },
    });
    await counter.sendPaidWebhook(invoice, "600000");
    const { data } = (await counter.status(heidi, invoice.id)).body;
    expect(data).toMatchObject({ status: 3, shop_amount: "500000", to_be_returned: "100000" });
    await counter.expectBooks(heidi, "500000");
    expect((await deposit(heidi, "100")).body.code).toBe("verification_required");
  });

  test("fifty invoices at once never reserve more than the level allows", async () => {
    const ivan = await counter.person();
    counter.known.level = 0;
    const answers = await Promise.all(Array.from({ length: 50 }, () => deposit(ivan, "100000")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  });
});

test("five declined deposits in ten minutes close deposits for an hour, five more until an operator has reviewed them", async () => {
  const judy = await counter.person();
  const decline = async () => {
    const invoice = await counter.open(judy);
    await counter.sendWebhook({ reference: invoice.id, type: "invoice.declined" });
    await counter.host.clock.advance(60_000);
  };
  for (let i = 0; i < 5; i++) await decline();
  expect(await deposit(judy, "500")).toMatchObject({ status: 409, body: { code: "deposits_paused" } });
  await counter.host.clock.advance(60 * 60_000);
  for (let i = 0; i < 5; i++) await decline();
  await counter.host.clock.advance(5 * 86_400_000);
  expect((await deposit(judy, "500")).body).toMatchObject({ code: "deposits_paused", data: { until: null } });
  await counter.host.db.tx(tx => counter.payments.forgiveFailures(tx, judy.id));
  expect((await deposit(judy, "500")).status).toBe(201);
});
