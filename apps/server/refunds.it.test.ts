import { randomUUID } from "node:crypto";
import { afterAll, afterEach, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { openOffice } from "./testing/open-office.ts";
import { sandboxPayments } from "./testing/sandbox-payments.ts";

/** Operators refund a deposit: one requests, another approves. */

const { app, askar, madina, timur, auditActions, wallets, expectRightBooks } = await openOffice();
const dana = await testOperator({ ...app, operators: app.modules.operators }, "support", "Dana", { ip: "203.0.113.8" });
afterEach(expectRightBooks);
afterAll(() => app.host.close());

const { db } = app.host;
const { invoice, say } = sandboxPayments(app);
const reason = "the card belongs to her sister";
type Player = Awaited<ReturnType<typeof app.register>>;

/** A credited deposit in dollars, and its payment as the office shows it. */
async function deposited(player: Player, amount = "70") {
  const id = await invoice(player.id, amount);
  const payment = { id: randomUUID(), amount, currency: "USD" };
  expect(await say({ type: "payment.received", reference: id, hash: `h-${id}`, payment })).toBe("credited");
  return { id: id as string, payment, receipt: required((await seen(id)).payments[0], "credited").id as string };
}

const seen = async (id: string) => (await madina.call(`GET /api/office/deposits/${id}`)).body.data;
const ask = (by: TestOperator, receipt: string, amount = "70") =>
  by.call(`POST /api/office/receipts/${receipt}/refund`, { amount, reason });
const refundsOf = async (receipt: string) =>
  (
    await db.query<{ id: string; status: number }>("SELECT id, status FROM payments.refunds WHERE receipt_id = $1", [
      receipt,
    ])
  ).rows;
const noticed = async ({ token }: Player, kind: string) =>
  (await app.api.call("GET /api/v1/inbox", { token })).body.data.items.find(
    (each: { readonly kind: string }) => each.kind === kind,
  );

test("a refund takes a second operator, happens once, and its player sees it in history, inbox and mail", async () => {
  const alice = await app.register();
  await db.query("UPDATE accounts.players SET email_verified = true WHERE id = $1", [alice.id]);
  const before = Number(await wallets(alice));
  const { id, receipt } = await deposited(alice);
  const auditor = await testOperator({ ...app, operators: app.modules.operators }, "auditor", "Aidos");
  for (const who of [timur, auditor]) expect((await ask(who, receipt)).status).toBe(403);
  for (const amount of ["0", "0.00", "-1", "1.001", "70.01"]) {
    const refused = await ask(dana, receipt, amount);
    expect([amount, refused.status]).toEqual([amount, amount === "70.01" ? 409 : 422]);
  }
  expect((await ask(dana, randomUUID())).status).toBe(404);
  const asked = await ask(dana, receipt);
  expect(asked.status, asked.text).toBe(202);
  const { request } = asked.body.data;
  expect((await ask(dana, receipt)).body.data.request).toBe(request);
  expect(Number(await wallets(alice)) - before).toBe(70);
  for (const who of [dana, timur]) expect((await approveRequest(who, request)).status).toBe(403);
  const both = await Promise.all([approveRequest(askar, request), approveRequest(madina, request)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(Number(await wallets(alice)) - before).toBe(0);
  const [refund, ...more] = await refundsOf(receipt);
  expect(more).toEqual([]);
  expect((await seen(id)).payments).toMatchObject([{ credited: "70", refunded: "70", left: "0", recalled: false }]);
  expect((await ask(dana, receipt, "1")).body).toMatchObject({ code: "refund_too_large", data: { left: "0" } });
  expect(await noticed(alice, "refund_started")).toMatchObject({ data: { amount: "70", currency: "USD" } });
  expect((await waitingMessages(app.host, alice.email)).map(({ template }) => template)).toContain("refund_started");
  // The provider has the order, and reports it.
  await db.query("UPDATE payments.refunds SET status = 2 WHERE id = $1", [required(refund, "ordered").id]);
  const report = { reference: required(refund, "ordered").id, amount: "70", currency: "USD", status: "paid" };
  expect(await say({ type: "refund.ended", refund: report })).toBe("noted");
  expect(await say({ type: "refund.ended", refund: report })).toBe("ignored");
  expect(await noticed(alice, "refund_paid")).toMatchObject({ data: { amount: "70", currency: "USD" } });
  const history = (await app.api.call("GET /api/v1/billing/history", { token: alice.token })).body.data.items;
  expect(history.find((each: { id: string }) => each.id === id)).toMatchObject({ refunded: "70", to_be_refunded: "0" });
  const [entry] = (await auditActions(`player:${alice.id}`)).filter(({ action }) => action === "deposit.refund");
  expect(entry).toMatchObject({ reason, after: { payment: receipt, invoice: id, amount: "70", asked_by: "Dana" } });
});

test("a request is stale after another refund of the payment and after its recall, and waits while the money is not there", async () => {
  const bob = await app.register();
  const { receipt, payment } = await deposited(bob);
  const first = (await ask(dana, receipt, "30")).body.data.request;
  const second = (await ask(madina, receipt, "40")).body.data.request;
  expect((await approveRequest(askar, first)).status).toBe(200);
  expect((await approveRequest(askar, second)).body.code).toBe("request_stale");
  const third = (await ask(madina, receipt, "40")).body.data.request;
  // He has spent it.
  const taken = await madina.call("POST /api/office/corrections", {
    player: bob.id,
    currency: "USD",
    amount: `-${await wallets(bob)}`,
    reason: "a test spends it",
  });
  expect((await askar.call(`POST /api/office/corrections/${taken.body.data.id}/book`, {})).status).toBe(200);
  const refused = await approveRequest(askar, third);
  expect([refused.status, refused.body.code]).toEqual([409, "insufficient_funds"]);
  expect((await refundsOf(receipt)).length).toBe(1);
  expect((await askar.call(`GET /api/office/approvals/${third}`)).body.data.status).toBe("waiting");
  expect(await say({ type: "payment.recalled", payment })).toBe("noted");
  expect((await approveRequest(askar, third)).body.code).toBe("request_stale");
  expect((await ask(dana, receipt, "1")).body.code).toBe("payment_not_refundable");
  // The refund that was not sent yet went with the recall: what he owes is the rest.
  const owed = await db.query<{ owed: bigint }>(
    "SELECT sum(amount - repaid)::bigint AS owed FROM debts.debts WHERE player_id = $1",
    [bob.id],
  );
  expect(owed.rows).toEqual([{ owed: 40_000_000n }]);
});
