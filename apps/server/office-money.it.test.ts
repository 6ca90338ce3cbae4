import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { fixTestRates } from "#modules/wallet/testing/test-app.ts";
import { password } from "./testing/full-app.ts";
import { openOffice } from "./testing/open-office.ts";

/** Money that operators move: corrections, payouts, limits, methods, coins. */

const { app, askar, madina, timur, giveDocuments, decide, fund, wallets, auditActions, expectRightBooks } =
  await openOffice();
afterEach(expectRightBooks);
afterAll(() => app.host.close());

describe("manual corrections", () => {
  test("move money when a second person approves, once, and both are in the audit log", async () => {
    const alice = await app.register();
    const ask = { player: alice.id, currency: "USD", amount: "25.5", reason: "a round that was shown twice" };
    const key = randomUUID();
    const asked = await madina.call("POST /api/office/corrections", ask, key);
    expect(asked.status, asked.text).toBe(201);
    const { id } = asked.body.data;
    expect((await madina.call("POST /api/office/corrections", ask, key)).body.data.id).toBe(id);
    expect((await madina.call("POST /api/office/corrections", { ...ask, amount: "26" }, key)).status).toBe(409);
    const book = (who: TestOperator) => who.call(`POST /api/office/corrections/${id}/book`, {});
    expect((await book(madina)).body.code).toBe("second_person_needed");
    expect((await book(timur)).status).toBe(403);
    expect(await wallets(alice)).toBe("0");
    const booked = await Promise.all(Array.from({ length: 5 }, () => book(askar)));
    expect(booked.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await wallets(alice)).toBe("25.5");
    expect(await auditActions(`player:${alice.id}`)).toMatchObject([
      {
        action: "correction.ask",
        operator: "Madina",
        reason: ask.reason,
        after: { amount: "25.5", status: "waiting" },
      },
      { action: "correction.book", operator: "Askar", before: { status: "waiting" }, after: { asked_by: "Madina" } },
    ]);
  });

  test("take no more than the balance, and nothing if the second person declines", async () => {
    const bob = await app.register();
    await fund(bob, "10");
    const ask = async (amount: string) =>
      (
        await madina.call("POST /api/office/corrections", {
          player: bob.id,
          currency: "USD",
          amount,
          reason: "paid twice",
        })
      ).body.data.id;
    const refused = await askar.call(`POST /api/office/corrections/${await ask("-10.01")}/book`, {});
    expect(refused.body.code).toBe("insufficient_funds");
    const id = await ask("-4");
    await askar.call(`POST /api/office/corrections/${id}/decline`, { reason: "not proven" });
    expect((await askar.call(`POST /api/office/corrections/${id}/book`, {})).body.code).toBe("correction_closed");
    await askar.call(`POST /api/office/corrections/${await ask("-4")}/book`, {});
    expect(await wallets(bob)).toBe("6");
  });

  test("that give something keep the account open while they wait, and give nothing to a closed one", async () => {
    const carl = await app.register();
    const ask = async (amount: string) =>
      madina.call("POST /api/office/corrections", { player: carl.id, currency: "USD", amount, reason: "a lost round" });
    const close = () =>
      app.api.call("POST /api/v1/privacy/close-account", { token: carl.token, body: { password, confirm: true } });
    const { id } = (await ask("3")).body.data;
    expect((await close()).body).toMatchObject({
      code: "account_not_empty",
      data: { obstacles: ["open_corrections"] },
    });
    await askar.call(`POST /api/office/corrections/${id}/decline`, { reason: "paid by bank" });
    const late = (await ask("-3")).body.data.id;
    expect((await close()).status).toBe(204);
    expect((await ask("3")).body.code).toBe("account_closed");
    // Requested in the moment of closing.
    await app.host.db.query("UPDATE corrections.corrections SET amount = 3000000 WHERE id = $1", [late]);
    expect((await askar.call(`POST /api/office/corrections/${late}/book`, {})).body.code).toBe("account_closed");
    expect(await app.modules.wallet.balances(carl.id)).toEqual([]);
  });
});

/** A payout that waits, of somebody who may be paid it. */
async function waitingPayout(amount: string) {
  const who = await app.register();
  await fund(who, "20000");
  await giveDocuments(who, ["identity", "selfie", "address"]);
  await decide(who, "approved");
  const { host } = app;
  const [instrument, token] = [randomUUID(), randomUUID()];
  const since = new Date(host.clock.now() - 30 * 86_400_000);
  const addInstrument = (id: string, owner: { readonly id: string }) =>
    host.db.query(
      `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
       VALUES ($1, $2, 'sandbox', $3, 'card-page', '•••• 4242', $4)`,
      [id, owner.id, token, since],
    );
  await addInstrument(instrument, who);
  await app.api.call("POST /api/v1/factors/proof/password", { token: who.token, body: { password } });
  const body = { method_hash: instrument, amount };
  const asked = await app.api.call("POST /api/v1/billing/payouts", { token: who.token, key: randomUUID(), body });
  expect(asked.status, asked.text).toBe(201);
  return {
    who,
    id: asked.body.data.id as string,
    share: (owner: { readonly id: string }) => addInstrument(randomUUID(), owner),
  };
}

const inQueue = async (by: TestOperator, id: string) =>
  (await by.call("GET /api/office/payouts")).body.data.items.find((row: { id: string }) => row.id === id);

test("a payout shows what it is worth, who else has its card, how much was wagered, and scores to those who may read them", async () => {
  const { host } = app;
  await fixTestRates(host.db, host.clock.now(), { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115" });
  const { who, id, share } = await waitingPayout("5500");
  for (const other of [await app.register(), await app.register()]) await share(other);
  const now = new Date(host.clock.now());
  await host.db.query(
    "INSERT INTO risk.scores (player_id, score, signals, version, scored_at) VALUES ($1, 61, '[]', 1, $2)",
    [who.id, now],
  );
  await host.db.query("INSERT INTO harm.scores (player_id, score, markers, scored_at) VALUES ($1, 72, '[]', $2)", [
    who.id,
    now,
  ]);
  const seen = async (by: TestOperator) => [
    await inQueue(by, id),
    (await by.call(`GET /api/office/payouts/${id}`)).body.data.payout,
  ];
  for (const payout of await seen(timur))
    expect(payout).toMatchObject({ worth: "5000", shared_with: 2, wagered: null, risk: 61, harm: 72, claim: null });
  for (const payout of await seen(madina)) expect(payout).toMatchObject({ shared_with: 2, risk: null, harm: null });
  const { queues } = (await madina.call("GET /api/office/dashboard")).body.data;
  const { created_at } = await inQueue(madina, id);
  expect(queues).toContainEqual({ queue: "payouts", waiting: 1, since: created_at });
  expect(queues.map(({ queue }: { queue: string }) => queue)).toEqual([
    "payouts",
    "kyc",
    "harm",
    "risk",
    "support",
    "corrections",
  ]);
  const declined = await askar.call(`POST /api/office/payouts/${id}/decline`, { reason: "three people, one card" });
  expect(declined.status).toBe(204);
});

test("a large payout is sent after two approvals, and every step is in the audit chain", async () => {
  const carol = await app.register();
  await fund(carol, "20000");
  await giveDocuments(carol, ["identity", "selfie", "address"]);
  await decide(carol, "approved");
  const { host } = app;
  const [instrument, key] = [randomUUID(), randomUUID()];
  await host.db.query(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES ($1, $2, 'sandbox', gen_random_uuid()::text, 'card-page', '•••• 4242', $3)`,
    [instrument, carol.id, new Date(host.clock.now() - 30 * 86_400_000)],
  );
  const prove = () => app.api.call("POST /api/v1/factors/proof/password", { token: carol.token, body: { password } });
  await prove();
  const payoutRequest = { method_hash: instrument, amount: "12000" };
  const asked = await app.api.call("POST /api/v1/billing/payouts", { token: carol.token, key, body: payoutRequest });
  expect(asked.status, asked.text).toBe(201);
  const { id } = asked.body.data;
  const queue = async (who: TestOperator) =>
    (await who.call("GET /api/office/payouts")).body.data.items.find((row: { id: string }) => row.id === id);
  expect(await queue(timur)).toMatchObject({ amount: "12000", approvals_needed: 2, waits_for: ["amount", "day"] });
  expect((await askar.call("GET /api/office/queues")).body.data.payouts).toBeGreaterThan(0);
  const approve = (who: TestOperator) => who.call(`POST /api/office/payouts/${id}/approve`, {});
  expect((await approve(timur)).body.code, "he decided her documents").toBe("approver_decided");
  expect((await approve(askar)).body.data).toMatchObject({ approvals: 1, needed: 2, released: false });
  expect((await approve(askar)).body.code).toBe("approved_already");
  expect(await queue(askar)).toMatchObject({ approved_by_me: true, approvals: [{ operator: "Askar" }] });
  expect((await approve(madina)).body.data).toMatchObject({ approvals: 2, released: true });
  expect(await queue(timur)).toBeUndefined();
  const { steps, next } = (await timur.call(`GET /api/office/payouts/${id}`)).body.data;
  expect(steps.map(({ kind, by }: { kind: string; by: string | null }) => [kind, by])).toEqual([
    ["requested", null],
    ["approved", "Askar"],
    ["approved", "Madina"],
    ["released", null],
  ]);
  expect(next).toMatchObject([{ what: "send", at: expect.any(String) }]);
  expect((await timur.call(`GET /api/office/deposits/${id}`)).status).toBe(404);
  const actions = (await auditActions(`payout:${id}`)).map(({ operator, action }) => `${operator} ${action}`);
  expect(actions).toEqual(["Askar payout.approve", "Madina payout.approve"]);
  await prove();
  const other = (
    await app.api.call("POST /api/v1/billing/payouts", {
      token: carol.token,
      key: randomUUID(),
      body: { ...payoutRequest, amount: "4000" },
    })
  ).body.data;
  expect((await timur.call(`POST /api/office/payouts/${other.id}/decline`, { reason: "ask again" })).status).toBe(204);
  expect(await wallets(carol)).toBe("8000");
});

describe("the office pages", () => {
  test("set deposit limits and the payout review threshold, each with its own permission, and log old and new values", async () => {
    const hana = await app.register();
    const card = async () =>
      (await app.api.call("GET /api/v2/billing/data", { token: hana.token })).body.data.payments.methods.find(
        ({ hash }: { hash: string }) => hash === "card-page",
      );
    const set = (limits: object) =>
      madina.call("PUT /api/office/methods/card-page/limits", { currency: "USD", reason: "a new contract", ...limits });
    expect((await set({ min: "5", usual: "4", max: "100" })).body.errors).toEqual({ usual: ["limits_invalid"] });
    expect((await set({ min: "5", usual: "20", max: "50" })).status).toBe(204);
    expect(await card()).toMatchObject({ min_amount: "5", default_amount: "20", max_amount: "50" });
    const pay = { token: hana.token, key: randomUUID(), body: { method_hash: "card-page", amount: "50.01" } };
    expect((await app.api.call("POST /api/v1/billing/payments", pay)).body).toMatchObject({
      code: "amount_out_of_limits",
      data: { min: "5", max: "50" },
    });
    expect(await auditActions("method:card-page")).toContainEqual(
      expect.objectContaining({
        action: "method.limits",
        before: { currency: "USD", min: "1", usual: "10", max: "3000" },
        after: { currency: "USD", min: "5", usual: "20", max: "50" },
      }),
    );
    const rule = { automatic: "10", automatic_day: "20", one_person: "30" };
    const change = { ...rule, reason: "more care" };
    expect((await madina.call("PUT /api/office/payout-rules/USD", change)).status).toBe(403);
    const wrong = await askar.call("PUT /api/office/payout-rules/USD", { ...change, automatic_day: "9" });
    expect(wrong.body.errors).toEqual({ automatic_day: ["limits_invalid"] });
    const atOnce = await askar.call("PUT /api/office/payout-rules/USD", change);
    expect(atOnce.body.data, "less needs nobody else").toEqual({ request: null });
    expect((await timur.call("GET /api/office/payout-rules")).body.data).toContainEqual({ currency: "USD", ...rule });
    const former = { automatic: "3000", automatic_day: "6000", one_person: "10000" };
    expect(await auditActions("currency:USD")).toMatchObject([{ action: "payout.rule", before: former, after: rule }]);
    const looser = await askar.call("PUT /api/office/payout-rules/USD", { ...former, reason: "as it was" });
    expect(looser.status, looser.text).toBe(202);
    const rules = async () => (await timur.call("GET /api/office/payout-rules")).body.data;
    expect(await rules(), "nothing changes before the approval").toContainEqual({ currency: "USD", ...rule });
    const path = `/api/office/approvals/${looser.body.data.request}`;
    const { payload_hash } = (await askar.call(`GET ${path}`)).body.data;
    const approve = (by: TestOperator) => by.call(`POST ${path}/approve`, { payload_hash });
    expect((await approve(askar)).body.code).toBe("second_person_needed");
    expect((await approve(madina)).status).toBe(403);
    const bolat = await testOperator({ ...app, operators: app.modules.operators }, "owner", "Bolat", {
      ip: "203.0.113.4",
    });
    const tighter = { ...rule, automatic: "9", reason: "meanwhile" };
    await bolat.call("PUT /api/office/payout-rules/USD", tighter);
    expect((await approve(bolat)).body.code, "the rule has changed since").toBe("request_stale");
    const again = await askar.call("PUT /api/office/payout-rules/USD", { ...former, reason: "as it was, again" });
    const second = `/api/office/approvals/${again.body.data.request}`;
    const { payload_hash: hash } = (await bolat.call(`GET ${second}`)).body.data;
    expect((await bolat.call(`POST ${second}/approve`, { payload_hash: hash })).status).toBe(200);
    expect(await rules()).toContainEqual({ currency: "USD", ...former });
  });

  test("acknowledge a coin alarm once, and it stays in the full list", async () => {
    const id = randomUUID();
    await app.host.db.query(
      "INSERT INTO crypto.alarms VALUES ($1, now(), 'the chain and the books of a coin differ', $2)",
      [id, { coin: "usdt", books: "1", chain: "2", block: "7" }],
    );
    const open = async () => (await timur.call("GET /api/office/coin-alarms")).body.data;
    expect(await open()).toMatchObject([{ id, facts: { coin: "usdt" }, acknowledged_at: null }]);
    const see = () => madina.call(`POST /api/office/coin-alarms/${id}/acknowledge`, { reason: "booked by hand" });
    expect((await timur.call(`POST /api/office/coin-alarms/${id}/acknowledge`, { reason: "booked" })).status).toBe(403);
    expect([(await see()).status, (await see()).status]).toEqual([204, 404]);
    expect(await open()).toEqual([]);
    const all = (await timur.call("GET /api/office/coin-alarms?which=all")).body.data;
    expect(all).toMatchObject([{ id, acknowledged_by: "Madina" }]);
    expect(await auditActions(`coin_alarm:${id}`)).toMatchObject([{ action: "coin_alarm.acknowledge" }]);
    expect((await timur.call("GET /api/office/coins")).body.data).toEqual({
      comparisons: [],
      sweep_requests: [],
      sweeps: [],
    });
    expect((await madina.call("POST /api/office/coins/usdt/sweep", { reason: "enough" })).status).toBe(503);
  });

  test("show network fees of coins by the coin that was moved, in ether and in money, today and the day before", async () => {
    const { host, modules } = app;
    const fees = async (currency = "USD") =>
      (await madina.call(`GET /api/office/dashboard?currency=${currency}`)).body.data.network_fees;
    /** A finished order whose cost is booked at four thousand dollars for one ether. */
    const took = (coin: string, nonce: number, wei: bigint, hoursAgo = 0) =>
      host.db.tx(async tx => {
        const [id, hash] = [host.ids.next(), `0x${`${nonce}`.padStart(64, "0")}`];
        const now = new Date(host.clock.now() - hoursAgo * 3_600_000);
        const amount = micros((wei * 4000n) / 10n ** 12n);
        await tx.query(
          `INSERT INTO crypto.orders (payout_id, coin, recipient, currency, amount, rate, units, state, nonce, tx_hash, block_number, fee_wei, fee_booked, ordered_at, ended_at)
           VALUES ($1, $2, $3, 'USD', 1, '1', 1, 'final', $4, $5, 1, $6, true, $7, $7)`,
          [id, coin, `0x${"e".repeat(40)}`, nonce, hash, `${wei}`, now],
        );
        await tx.query("INSERT INTO crypto.signatures VALUES ($1, $2, '', 1, $3)", [hash, id, now]);
        await tx.query("INSERT INTO crypto.network_fees VALUES ($1, $2, 'USD', '4000', $3, $4)", [
          id,
          `${wei}`,
          amount,
          now,
        ]);
        await modules.wallet.move(tx, {
          owner: houseOwner,
          currency: "USD",
          amount,
          kind: "commission",
          reference: id,
          from: account("fees"),
          to: depositsClearing("eth"),
        });
      });
    expect(await fees()).toEqual([]);
    await took("usdt", 1, 2n * 10n ** 14n, 26);
    await took("usdt", 5, 10n ** 14n, 49);
    await took("usdt", 2, 10n ** 14n);
    await took("usdt", 3, 3n * 10n ** 14n);
    await took("eth", 4, 10n ** 13n);
    await host.clock.advance(11_000);
    const nothing = { transactions: 0, ether: "0", worth: "0" };
    expect(await fees()).toEqual([
      {
        coin: "usdt",
        now: { transactions: 2, ether: "0.0004", worth: "1.6" },
        before: { transactions: 1, ether: "0.0002", worth: "0.8" },
      },
      { coin: "eth", now: { transactions: 1, ether: "0.00001", worth: "0.04" }, before: nothing },
    ]);
    expect(await fees("KZT")).toEqual([]);
  });
});

// The last one: ten minutes later operators have to prove who they are again.
test("a payout that waits is claimed for ten minutes: of two at once one gets it, and nobody else decides it meanwhile", async () => {
  const { id } = await waitingPayout("12000");
  const call = (by: TestOperator, what: string) =>
    by.call(`POST /api/office/payouts/${id}/${what}`, what === "decline" ? { reason: "not mine" } : {});
  const claims = await Promise.all([madina, askar, madina, askar].map(by => call(by, "claim")));
  expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
  const [first, second] = claims[0]?.status === 200 ? [madina, askar] : [askar, madina];
  expect(await inQueue(second, id)).toMatchObject({ claim: { name: first.name, own: false } });
  for (const what of ["claim", "approve", "decline"])
    expect((await call(second, what)).body, what).toMatchObject({
      code: "payout_claimed",
      data: { operator: first.name },
    });
  await app.host.clock.advance(10 * 60_000 + 1);
  for (const by of [askar, madina]) expect((await by.stepUp()).status).toBe(200);
  expect(await inQueue(second, id)).toMatchObject({ claim: null });
  expect((await call(second, "claim")).status).toBe(200);
  expect(await inQueue(second, id)).toMatchObject({ claim: { name: second.name, own: true } });
  expect((await call(second, "approve")).body.data).toMatchObject({ approvals: 1, needed: 2, released: false });
  expect(await inQueue(first, id), "the other person may claim it").toMatchObject({ claim: null });
  expect((await call(first, "claim")).status).toBe(200);
  expect((await call(first, "approve")).body.data).toMatchObject({ approvals: 2, released: true });
  expect((await call(first, "claim")).body.code).toBe("payout_closed");
  expect((await auditActions(`payout:${id}`)).map(({ operator, action }) => `${operator} ${action}`)).toEqual([
    `${first.name} payout.claim`,
    `${first.name} payout.claim`,
    `${second.name} payout.claim`,
    `${second.name} payout.approve`,
    `${first.name} payout.claim`,
    `${first.name} payout.approve`,
  ]);
  const unknown = await madina.call(`POST /api/office/payouts/${randomUUID()}/claim`, {});
  expect(unknown.status).toBe(404);
});
