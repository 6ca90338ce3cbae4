import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { depositsClearing, payoutsClearing } from "#modules/ledger/shared/chart.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { password, type Somebody } from "./testing/full-app.ts";
import { openOffice } from "./testing/open-office.ts";
import { givePayoutCard } from "./testing/payout-account.ts";
import { sandboxOverHttp } from "./testing/sandbox-over-http.ts";

/** Money that leaves by the sandbox's payment provider, over HTTP, after two people: payouts of askar and bolat, refunds of madina and askar. */

/** `PAYOUT_RACES=200` for the full size. */
const races = Number(process.env.PAYOUT_RACES ?? 20);
/** As much as a player may withdraw in a day, in payouts that take two. */
const [inOneDay, large] = [5, "12000"];

const sandbox = await sandboxOverHttp();
const { app, askar, madina, fund, job, wallets, auditActions, expectRightBooks } = await openOffice(
  sandbox.environment,
);
await sandbox.open(app);
const bolat = await testOperator({ ...app, operators: app.modules.operators }, "owner", "Bolat", { ip: "203.0.113.9" });
afterEach(expectRightBooks);
afterAll(async () => {
  await sandbox.close();
  await app.host.close();
});

/** The provider's accounts. In cents, credits less debits: `owes` is below zero by what the provider owes us, `ordered` what it has not ended of our orders. */
async function atProvider() {
  const { db } = app.host;
  const owes = await accountBalance(db, "USD", depositsClearing("sandbox"));
  const ordered = await accountBalance(db, "USD", payoutsClearing("sandbox"));
  return { owes: Number(owes / 10_000n), ordered: Number(ordered / 10_000n) };
}

const balance = async (player: Somebody) => Number(await wallets(player));

describe("payouts", () => {
  const approve = (by: TestOperator, id: string) => by.call(`POST /api/office/payouts/${id}/approve`, {});
  const send = (id: string) => job("payments-follow-payout", { id });
  const own = async ({ token }: Somebody) =>
    (await app.api.call("GET /api/v1/billing/payouts", { token })).body.data.items as { id: string; status: number }[];

  async function request({ token }: Somebody, card: string): Promise<string> {
    await app.api.call("POST /api/v1/factors/proof/password", { token, body: { password } });
    const body = { method_hash: card, amount: large };
    const asked = await app.api.call("POST /api/v1/billing/payouts", { token, key: randomUUID(), body });
    expect(asked.status, asked.text).toBe(201);
    return asked.body.data.id;
  }

  /** askar and bolat press Approve in three tabs each, at once. */
  async function race(id: string, number: number): Promise<void> {
    const tabs = [askar, bolat, askar, bolat, askar, bolat];
    const answers = await Promise.all((number % 2 === 0 ? tabs : tabs.toReversed()).map(each => approve(each, id)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted.map(({ body }) => body.data.approvals).toSorted()).toEqual([1, 2]);
    expect(accepted.filter(({ body }) => body.data.released)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(refusals.filter(code => code !== "approved_already" && code !== "payout_closed")).toEqual([]);
  }

  test("two owners approve one payout at once, in three tabs each, many times: paid once, by two names, never by one twice", async () => {
    const before = await atProvider();
    const ids: string[] = [];
    const players: Somebody[] = [];
    let card = "";
    for (let number = 0; number < races; number += 1) {
      if (number % inOneDay === 0) {
        // Many registrations at one address take a captcha.
        const player = await app.register(undefined, `10.0.${players.length}.1`);
        players.push(player);
        card = await givePayoutCard(app, player);
        await fund(player, `${inOneDay * Number(large)}`);
      }
      const id = await request(required(players.at(-1), "a player"), card);
      await race(id, number);
      // The job of the payout and that of every minute.
      await Promise.all([send(id), send(id)]);
      ids.push(id);
    }
    const sum = 100 * Number(large) * races;
    expect(await atProvider()).toEqual({ owes: before.owes, ordered: before.ordered + sum });
    await sandbox.bank();
    const paid = await sandbox.payouts();
    expect(paid.map(({ reference }) => reference).toSorted()).toEqual(ids.toSorted());
    expect(new Set(paid.map(({ amount, currency, status }) => `${amount} ${currency} ${status}`))).toEqual(
      new Set([`${large} USD paid`]),
    );
    // Everything is said once more, by the provider, by the jobs and by the owners.
    const [first = ""] = ids;
    await sandbox.press(`/psp/payouts/${first}/repeat`);
    await send(first);
    expect((await approve(askar, first)).body.code).toBe("payout_closed");
    expect(await sandbox.payouts()).toHaveLength(races);
    expect(await atProvider()).toEqual({ owes: before.owes + sum, ordered: before.ordered });
    for (const player of players)
      expect(new Set((await own(player)).map(({ status }) => status))).toEqual(new Set([3]));
    for (const id of ids) {
      const entries = (await auditActions(`payout:${id}`)).filter(({ action }) => action === "payout.approve");
      expect(entries.map(({ operator }) => operator).toSorted()).toEqual(["Askar", "Bolat"]);
      expect(entries.map(({ after }) => (after as { released: boolean }).released)).toEqual([false, true]);
      const { payout } = (await madina.call(`GET /api/office/payouts/${id}`)).body.data;
      expect(payout.approvals.map((each: { operator: string }) => each.operator).toSorted()).toEqual([
        "Askar",
        "Bolat",
      ]);
    }
  });
});

describe("refunds", () => {
  const reason = "the card belongs to her sister";
  /** The bank declines what goes back to it. */
  const declinedCard = "4242424242420002";

  interface Deposit {
    readonly player: Somebody;
    readonly id: string;
    /** The invoice's name at the provider. */
    readonly hash: string;
    /** What an operator sees of the payment. */
    readonly receipt: string;
    readonly paymentId: string;
  }

  /** alice deposits on the provider's page. */
  async function deposit(card?: string): Promise<Deposit> {
    const player = await app.register();
    const order = { token: player.token, key: randomUUID(), body: { method_hash: "card-page", amount: "70" } };
    const ordered = await app.api.call("POST /api/v1/billing/payments", order);
    expect(ordered.status, ordered.text).toBe(201);
    const { id, hash } = ordered.body.data;
    await sandbox.press(`/psp/pay/${hash}/pay`, card === undefined ? {} : { number: card });
    await expect.poll(() => balance(player)).toBe(70);
    const [payment] = (await seen(id)).payments;
    return { player, id, hash, receipt: payment.id, paymentId: payment.payment_id };
  }

  const seen = async (id: string) => (await madina.call(`GET /api/office/deposits/${id}`)).body.data;
  const ends = async (id: string) =>
    (await seen(id)).steps
      .filter(({ kind }: { kind: string }) => kind === "refund_ended")
      .map(({ outcome }: { outcome: string }) => outcome);
  const history = async ({ player: { token }, id }: Deposit) =>
    (await app.api.call("GET /api/v1/billing/history", { token })).body.data.items.find(
      (each: { id: string }) => each.id === id,
    );
  const noticed = async ({ player: { token } }: Deposit) =>
    (await app.api.call("GET /api/v1/inbox", { token })).body.data.items.map(({ kind }: { kind: string }) => kind);
  const orders = async ({ paymentId }: Deposit) =>
    (await sandbox.refunds()).filter(({ payment }) => payment === paymentId);
  const send = async ({ receipt }: Deposit) => {
    const { rows } = await app.host.db.query<{ id: string }>("SELECT id FROM payments.refunds WHERE receipt_id = $1", [
      receipt,
    ]);
    const { id } = required(rows[0], "a refund");
    expect(rows).toHaveLength(1);
    await job("payments-follow-refund", { id });
    return id;
  };

  /** madina requests it, and askar approves. @returns the request */
  async function refund({ receipt }: Deposit, amount: string): Promise<string> {
    const asked = await madina.call(`POST /api/office/receipts/${receipt}/refund`, { amount, reason });
    expect(asked.status, asked.text).toBe(202);
    const { request } = asked.body.data;
    expect((await approveRequest(madina, request)).body.code).toBe("second_person_needed");
    const approved = await approveRequest(askar, request);
    expect(approved.body.data, approved.text).toMatchObject({ status: "approved" });
    return request;
  }

  test("a deposit that two people refund goes back by the provider once, whatever is repeated", async () => {
    const before = await atProvider();
    const paid = await deposit();
    const request = await refund(paid, "50");
    expect(await balance(paid.player)).toBe(20);
    expect(await history(paid)).toMatchObject({ status: 3, credited: "70", to_be_refunded: "50", refunded: "0" });
    expect(await orders(paid)).toEqual([]);
    const id = await send(paid);
    expect(await orders(paid)).toMatchObject([
      { reference: id, amount: "50", currency: "USD", status: "processing", messages: [] },
    ]);
    expect(await atProvider()).toEqual({ owes: before.owes - 7_000, ordered: before.ordered + 5_000 });
    await sandbox.bank();
    expect(await orders(paid)).toMatchObject([{ reference: id, status: "paid" }]);

    expect((await approveRequest(askar, request)).body.code).toBe("request_closed");
    expect((await approveRequest(bolat, request)).body.code).toBe("request_closed");
    await send(paid);
    await sandbox.press(`/psp/refunds/${id}/repeat`);
    await sandbox.bank();
    expect(await orders(paid)).toHaveLength(1);
    expect(await balance(paid.player)).toBe(20);
    expect(await atProvider()).toEqual({ owes: before.owes - 2_000, ordered: before.ordered });
    expect(await history(paid)).toMatchObject({ status: 3, credited: "70", to_be_refunded: "0", refunded: "50" });
    const { status, payments } = await seen(paid.id);
    expect([status, payments]).toMatchObject([3, [{ credited: "70", refunded: "50", left: "20", recalled: false }]]);
    expect(await ends(paid.id)).toEqual(["refund_3"]);
    expect(await noticed(paid)).toEqual(expect.arrayContaining(["refund_started", "refund_paid"]));
    const entries = (await auditActions(`player:${paid.player.id}`)).filter(
      ({ action }) => action === "deposit.refund",
    );
    expect(entries).toMatchObject([
      {
        operator: "Askar",
        reason,
        after: {
          refund: id,
          payment: paid.receipt,
          invoice: paid.id,
          amount: "50",
          currency: "USD",
          asked_by: "Madina",
        },
      },
    ]);
    const decided = (await auditActions(`request:${request}`)).map(({ operator, action }) => [operator, action]);
    expect(decided).toEqual([
      ["Madina", "approval.ask"],
      ["Askar", "approval.approve"],
    ]);
  });

  test("what the player's bank does not take back is in the balance again", async () => {
    const before = await atProvider();
    const paid = await deposit(declinedCard);
    await refund(paid, "70");
    await send(paid);
    expect(await balance(paid.player)).toBe(0);
    await sandbox.bank();
    expect(await orders(paid)).toMatchObject([{ status: "declined" }]);
    expect(await balance(paid.player)).toBe(70);
    expect(await atProvider()).toEqual({ owes: before.owes - 7_000, ordered: before.ordered });
    expect(await history(paid)).toMatchObject({ status: 3, to_be_refunded: "0", refunded: "0" });
    expect((await seen(paid.id)).payments).toMatchObject([{ refunded: "0", left: "70", recalled: false }]);
    expect(await ends(paid.id)).toEqual(["refund_5"]);
    expect(await noticed(paid)).toEqual(expect.arrayContaining(["refund_started", "refund_declined"]));
  });

  test("an order that the provider refuses (409) because it has recalled the payment gives the money back, and its recall takes it", async () => {
    const before = await atProvider();
    const paid = await deposit();
    await sandbox.press("/psp/messages/hold");
    await sandbox.press(`/psp/invoices/${paid.hash}/recall`);
    await refund(paid, "70");
    await send(paid);
    expect(await orders(paid)).toEqual([]);
    expect(await ends(paid.id)).toEqual(["refund_5"]);
    expect(await balance(paid.player)).toBe(70);
    expect((await seen(paid.id)).payments).toMatchObject([{ refunded: "0", left: "70", recalled: false }]);
    await sandbox.press("/psp/messages/release");
    await expect.poll(() => balance(paid.player)).toBe(0);
    expect((await seen(paid.id)).payments).toMatchObject([{ refunded: "0", left: "0", recalled: true }]);
    expect(await atProvider()).toEqual(before);
  });
});
