import { randomUUID } from "node:crypto";
import { afterAll, afterEach, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { openOffice } from "./testing/open-office.ts";
import { sandboxPayments } from "./testing/sandbox-payments.ts";

/** Operators set aside and decide payments whose deposit is unknown, and which provider is tried first. */

const { app, askar, madina, timur, auditActions, wallets, expectRightBooks } = await openOffice();
const dana = await testOperator({ ...app, operators: app.modules.operators }, "support", "Dana", { ip: "203.0.113.8" });
afterEach(expectRightBooks);
afterAll(() => app.host.close());

const { db } = app.host;
const { invoice, say } = sandboxPayments(app);
const reason = "the bank named the payer";

/** What the sandbox says of a payment. */
async function reported(reference: string, payment = { id: randomUUID(), amount: "70", currency: "USD" }) {
  return { result: await say({ type: "payment.received", reference, hash: `h-${reference}`, payment }), payment };
}

const listed = async (which = "waiting") => (await madina.call(`GET /api/office/quarantine?which=${which}`)).body.data;
const found = async (payment: { readonly id: string }, which = "all") =>
  (await listed(which)).items.find((each: { payment_id: string }) => each.payment_id === payment.id);
const ask = (by: TestOperator, id: string, deposit: string) =>
  by.call(`POST /api/office/quarantine/${id}/assign`, { deposit, reason });

test("a payment in quarantine is credited when a second operator approves, and only to the deposit that was requested", async () => {
  const alice = await app.register();
  const before = await wallets(alice);
  const { result, payment } = await reported(randomUUID());
  expect(result).toBe("quarantined");
  const row = await found(payment, "waiting");
  expect(row).toMatchObject({ provider: "sandbox", amount: "70", currency: "USD", state: "waiting", player: null });
  const deposit = await invoice(alice.id);
  for (const who of [timur, await testOperator({ ...app, operators: app.modules.operators }, "auditor", "Aidos")])
    expect((await ask(who, row.id, deposit)).status).toBe(403);
  const asked = await ask(dana, row.id, deposit);
  expect(asked.status, asked.text).toBe(202);
  const { request } = asked.body.data;
  expect((await ask(dana, row.id, deposit)).body.data.request).toBe(request);
  expect((await approveRequest(dana, request)).status).toBe(403);
  expect((await approveRequest(timur, request)).status).toBe(403);
  const both = await Promise.all([approveRequest(askar, request), approveRequest(madina, request)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(Number(await wallets(alice)) - Number(before)).toBe(70);
  expect(await found(payment)).toMatchObject({
    state: "assigned",
    deposit,
    player: { id: alice.id },
    returns_at: null,
  });
  expect(await found(payment, "waiting")).toBeUndefined();
  expect((await reported(deposit, payment)).result).toBe("repeated");
  expect(Number(await wallets(alice)) - Number(before)).toBe(70);
  const [entry] = (await auditActions(`player:${alice.id}`)).filter(({ action }) => action === "payment.assign");
  expect(entry).toMatchObject({ after: { payment: row.id, invoice: deposit, booked: "credited", asked_by: "Dana" } });
});

test("a request is stale once the payment is on its way back, and a decision about one that has gone is refused", async () => {
  const bob = await app.register();
  const { payment } = await reported(randomUUID());
  const row = await found(payment);
  const deposit = await invoice(bob.id);
  const { request } = (await ask(madina, row.id, deposit)).body.data;
  const held = await madina.call(`POST /api/office/quarantine/${row.id}/hold`, { days: 7, reason });
  expect(held.status).toBe(200);
  expect((await found(payment)).returns_at).toBe(held.body.data.returns_at);
  expect((await madina.call(`POST /api/office/quarantine/${row.id}/return`, { reason })).status).toBe(204);
  // The provider has the order.
  await db.query("UPDATE payments.returns SET status = 2, asked_at = now() WHERE receipt_id = $1", [row.id]);
  const late = await approveRequest(askar, request);
  expect([late.status, late.body.code]).toEqual([409, "request_stale"]);
  for (const what of ["return", "hold"]) {
    const body = what === "hold" ? { days: 1, reason } : { reason };
    const refused = await madina.call(`POST /api/office/quarantine/${row.id}/${what}`, body);
    expect([refused.status, refused.body.code]).toEqual([409, "quarantine_closed"]);
  }
  expect((await ask(madina, row.id, deposit)).body.code).toBe("quarantine_closed");
  expect((await madina.call(`POST /api/office/quarantine/${randomUUID()}/return`, { reason })).status).toBe(404);
  expect((await dana.call(`POST /api/office/quarantine/${row.id}/hold`, { days: 1, reason })).status).toBe(403);
  expect((await auditActions(`payment:${row.id}`)).map(({ action }) => action)).toEqual([
    "payment.hold",
    "payment.return",
  ]);
  await db.query("UPDATE payments.returns SET status = 1, send_at = now() + interval '9 days' WHERE receipt_id = $1", [
    row.id,
  ]);
});

test("operators set the order of providers and suspend one, each with an entry; others only read", async () => {
  const order = (by: TestOperator, body: object) =>
    by.call("PUT /api/office/methods/card-page/cascade", { currency: "USD", country: null, reason, ...body });
  const suspend = (by: TestOperator, suspended: boolean, provider = "sandbox") =>
    by.call(`PUT /api/office/payment-providers/${provider}`, { suspended, reason });
  for (const by of [dana, timur]) {
    expect((await order(by, { providers: ["sandbox"] })).status).toBe(403);
    expect((await suspend(by, true)).status).toBe(403);
  }
  expect((await order(madina, { providers: ["sandbox"] })).status).toBe(204);
  expect((await order(madina, { providers: ["sandbox"], country: "KZ" })).status).toBe(204);
  expect((await order(madina, { providers: ["sandbox"] })).status).toBe(204);
  expect((await order(madina, { providers: ["sandbox", "sandbox"] })).body.errors).toEqual({
    providers: ["providers_invalid"],
  });
  expect((await order(madina, { providers: ["sandbox"], country: "kz" })).status).toBe(422);
  expect((await suspend(madina, true)).status).toBe(204);
  expect((await suspend(madina, true)).status).toBe(204);
  expect((await suspend(madina, true, "nobody")).status).toBe(404);
  const { providers, orders } = (await dana.call("GET /api/office/payment-providers")).body.data;
  expect(required(providers[0], "one")).toMatchObject({ name: "sandbox", suspended: { operator: "Madina", reason } });
  expect(orders).toEqual([
    { method: "card-page", currency: "USD", country: null, providers: ["sandbox"] },
    { method: "card-page", currency: "USD", country: "KZ", providers: ["sandbox"] },
  ]);
  for (const country of [null, "KZ"]) await order(madina, { providers: [], country });
  await suspend(madina, false);
  expect((await dana.call("GET /api/office/payment-providers")).body.data.orders).toEqual([]);
  expect((await auditActions("method:card-page")).map(({ after }) => after)).toEqual([
    { currency: "USD", country: null, providers: ["sandbox"] },
    { currency: "USD", country: "KZ", providers: ["sandbox"] },
    { currency: "USD", country: null, providers: [] },
    { currency: "USD", country: "KZ", providers: [] },
  ]);
  expect((await auditActions("payment-provider:sandbox")).map(({ after }) => after)).toEqual([
    { suspended: true },
    { suspended: false },
  ]);
});
