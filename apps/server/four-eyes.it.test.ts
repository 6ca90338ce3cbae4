import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operatorPassword, signIn, type TestOperator } from "#modules/operators/testing/test-operators.ts";
import {
  approveAsked,
  askCorrection,
  bookCorrection,
  type FourEyes,
  hourMs,
  invite,
  openFourEyes,
} from "./testing/four-eyes.ts";
import type { FullApp, Somebody } from "./testing/full-app.ts";
import { givePayoutCard } from "./testing/payout-account.ts";

/**
 * askar is an owner and would like to be two people. bolat is an owner as well, madina and nurlan are finance operators, alice
 * is a player.
 */

let office: FourEyes;
let app: FullApp;
let askar: TestOperator;
let bolat: TestOperator;
let alice: Somebody;
/** Mailboxes and names of this test only. */
let testNumber = 0;
let second: string;
let third: string;
beforeAll(async () => {
  office = await openFourEyes();
  app = office.app;
});
beforeEach(async () => {
  ({ askar, bolat, alice } = await office.newPeople());
  testNumber += 1;
  second = `second-${testNumber}@self.example`;
  third = `third-${testNumber}@house.example`;
});
afterEach(() => office.expectRightBooks());
afterAll(() => app.host.close());

async function invited(by: TestOperator, email: string, role: string, approver: TestOperator): Promise<void> {
  const approved = await approveAsked(await invite(by, email, role), approver);
  expect(approved.status, approved.text).toBe(200);
}

describe("an owner who invites a second self", () => {
  test("never sees the link, and what the second self approves is refused, now and after the first day", async () => {
    const made = await approveAsked(await invite(askar, second, "finance"), bolat);
    expect(made.status, made.text).toBe(200);
    const link = await office.linkTo(second);
    expect(link).toHaveLength(43);
    expect(made.text).not.toContain(link);
    const path = `/api/office/operators/${await office.idOf(second)}/invitation`;
    const again = await approveAsked(await askar.call(`POST ${path}`, { reason: "lost it" }), bolat);
    expect(again.text).not.toContain(await office.linkTo(second));
    expect((await app.api.call("POST /api/office/invitation/open", { body: { token: link } })).body.code).toBe(
      "invitation_over",
    );
    const before = await office.transfers();
    const id = await askCorrection(askar, alice);
    const self = await office.enrol(second);
    expect((await bookCorrection(self, id)).body).toMatchObject({ code: "approver_new" });
    app.host.clock.setNow(app.host.clock.now() + 24 * hourMs);
    expect((await bookCorrection(await self.again(), id)).body.code).toBe("approver_linked");
    expect(await office.transfers()).toBe(before);
  });

  test("cannot approve requests of the second self, either", async () => {
    await invited(askar, second, "finance", bolat);
    const self = await office.enrol(second);
    const before = await office.transfers();
    const id = await askCorrection(self, alice);
    expect((await bookCorrection(askar, id)).body.code).toBe("approver_linked");
    expect(await office.transfers()).toBe(before);
    expect((await bookCorrection(bolat, id)).status).toBe(200);
  });

  test("cannot give both approvals of a large payout", async () => {
    const madina = await office.hire("finance", "Madina", { ip: "203.0.113.3" });
    const payout = await largePayout(madina);
    await invited(askar, second, "finance", bolat);
    const self = await office.enrol(second);
    expect((await approvePayout(askar, payout)).body.data).toMatchObject({ approvals: 1, released: false });
    expect((await approvePayout(self, payout)).body.code).toBe("approver_new");
    app.host.clock.setNow(app.host.clock.now() + 24 * hourMs);
    const selfLater = await self.again();
    const timur = await office.hire("risk", "Timur", { ip: "203.0.113.9" });
    expect((await approvePayout(selfLater, payout)).body.code).toBe("approver_linked");
    expect((await approvePayout(timur, payout)).body.data).toMatchObject({ approvals: 2, released: true });
  });

  test("gains nothing by two second selves: two operators whom one person invited never approve for each other, owners do", async () => {
    await invited(askar, second, "finance", bolat);
    await invited(askar, third, "finance", bolat);
    const one = await office.enrol(second);
    const other = await office.enrol(third, { ip: "192.0.2.77" });
    const before = await office.transfers();
    app.host.clock.setNow(app.host.clock.now() + 24 * hourMs);
    const later = await one.again();
    const id = await askCorrection(later, alice);
    expect((await bookCorrection(await other.again(), id)).body.code).toBe("approver_linked");
    expect(await office.transfers()).toBe(before);
    const boss = await office.hire("owner", "Chinara", { ip: "203.0.113.5" });
    const partner = await office.hire("owner", "Damir", { ip: "203.0.113.6" });
    const invitedAgain = await approveAsked(
      await boss.call(`POST /api/office/operators/${one.id}/invitation`, { reason: "lost the phone" }),
      partner,
    );
    expect(invitedAgain.status, invitedAgain.text).toBe(200);
    await app.host.clock.advance(31_000);
    expect((await bookCorrection(await other.again(), id)).body.code).toBe("approver_linked");
    expect((await bookCorrection(partner, id)).status).toBe(200);
  });

  test("gains nothing by another role: an operator with a new role cannot approve for 24 hours", async () => {
    const dana = await office.hire("support", "Dana", { ip: "203.0.113.4" });
    const role = { role: "finance", reason: "moves to finance" };
    const given = await approveAsked(await askar.call(`PUT /api/office/operators/${dana.id}/role`, role), bolat);
    expect(given.status, given.text).toBe(200);
    const list = (await askar.call("GET /api/office/operators")).body.data as { id: string; approves_from: string }[];
    const from = new Date(app.host.clock.now() + 24 * hourMs).toISOString();
    expect(list.find(({ id }) => id === dana.id)?.approves_from).toBe(from);
    const rows = await app.host.db.query<{ approvesFrom: Date }>(
      `SELECT approves_from AS "approvesFrom" FROM operators.operators WHERE id = $1`,
      [dana.id],
    );
    expect(rows.rows[0]?.approvesFrom.toISOString()).toBe(from);
  });
});

describe("an approval that may be by one person", () => {
  let [madinas, nurlans] = ["", ""];
  beforeEach(() => {
    [madinas, nurlans] = [`Madina ${testNumber}`, `Nurlan ${testNumber}`];
  });
  /** The dashboard is refreshed after ten seconds. */
  const alerts = async () => {
    await app.host.clock.advance(11_000);
    return (await askar.call("GET /api/office/dashboard")).body.data.alerts.filter(
      (alert: { kind: string; approval?: { approver: string } }) =>
        alert.kind === "shared_origin" && [madinas, nurlans].includes(alert.approval?.approver ?? ""),
    );
  };

  test("is shown on the dashboard when both sides share an address", async () => {
    const madina = await office.hire("finance", madinas, { ip: "2001:db8:1:2::1" });
    const nurlan = await office.hire("finance", nurlans, { ip: "2001:db8:1:2::9" });
    expect((await bookCorrection(bolat, await askCorrection(madina, alice))).status).toBe(200);
    expect(await alerts()).toEqual([]);
    expect((await bookCorrection(nurlan, await askCorrection(madina, alice))).status).toBe(200);
    expect(await alerts()).toMatchObject([
      { approval: { author: madinas, approver: nurlans, approvals: 1, address: true, device: false } },
    ]);
  });

  test("is shown when they shared an address in a session before the request", async () => {
    const secret = randomBytes(20);
    const person = { email: `madina-${testNumber}@house.example`, name: madinas, role: "finance", secret } as const;
    const id = await app.modules.operators.registerDemoOperator(Object.assign({ password: operatorPassword }, person));
    const enter = (ip: string) => signIn(app, Object.assign({ id }, person), { ip });
    await enter("203.0.113.44");
    await app.host.clock.advance(31_000);
    const madina = await enter("198.51.100.45");
    const nurlan = await office.hire("finance", nurlans, { ip: "203.0.113.44" });
    expect((await bookCorrection(nurlan, await askCorrection(madina, alice))).status).toBe(200);
    expect(await alerts()).toMatchObject([{ approval: { author: madinas, address: true, device: false } }]);
  });

  test("is shown when they share a browser, from any address", async () => {
    const madina = await office.hire("finance", madinas, { ip: "203.0.113.3" });
    const nurlan = await office.hire("finance", nurlans, { ip: "198.51.100.44", cookies: madina.cookies });
    expect((await bookCorrection(nurlan, await askCorrection(madina, alice))).status).toBe(200);
    expect(await alerts()).toMatchObject([{ approval: { author: madinas, address: false, device: true } }]);
    const { items } = (await askar.call(`GET /api/office/audit?subject=operator:${nurlan.id}`)).body.data;
    expect(items).toContainEqual(expect.objectContaining({ action: "approval.alert" }));
  });

  test("is shown when the approver of a payout shares an address with its player", async () => {
    const madina = await office.hire("finance", madinas, { ip: "203.0.113.3" });
    const payout = await largePayout(madina);
    await app.host.db.query("UPDATE accounts.sessions SET ip = '203.0.113.3' WHERE player_id = $1", [alice.id]);
    const approved = await approvePayout(madina, payout);
    expect(approved.status, approved.text).toBe(200);
    expect(await alerts()).toMatchObject([{ approval: { author: null, approver: madinas, address: true } }]);
  });
});

test("who sets a limit on a player's account approves none of the player's payouts for seven days", async () => {
  const madina = await office.hire("finance", "Madina", { ip: "203.0.113.3" });
  const timur = await office.hire("risk", "Timur", { ip: "203.0.113.9" });
  const limit = { kind: "wager", amount: "500", currency: "USD" };
  const set = await timur.call(`PUT /api/office/players/${alice.id}/limits`, {
    limit,
    cause: "play",
    reason: "chases",
  });
  expect(set.status, set.text).toBe(200);
  const payout = await largePayout(madina);
  expect((await approvePayout(timur, payout)).body.code).toBe("approver_decided");
  expect((await approvePayout(askar, payout)).status).toBe(200);
});

test("an approval of a payout no longer counts once its operator has decided about the player", async () => {
  const madina = await office.hire("finance", "Madina", { ip: "203.0.113.3" });
  const timur = await office.hire("risk", "Timur", { ip: "203.0.113.9" });
  const payout = await largePayout(madina);
  expect((await approvePayout(timur, payout)).body.data).toMatchObject({ approvals: 1, released: false });
  const limit = { kind: "wager", amount: "500", currency: "USD" };
  const set = { limit, cause: "play", reason: "chases" };
  expect((await timur.call(`PUT /api/office/players/${alice.id}/limits`, set)).status).toBe(200);
  expect((await approvePayout(askar, payout)).body.data).toMatchObject({ approvals: 1, released: false });
  expect((await approvePayout(madina, payout)).body.data).toMatchObject({ approvals: 2, released: true });
});

const approvePayout = (by: TestOperator, id: string) => by.call(`POST /api/office/payouts/${id}/approve`, {});

/** alice requests a payout that requires two approvals. */
async function largePayout(madina: TestOperator): Promise<string> {
  expect((await bookCorrection(bolat, await askCorrection(madina, alice, "20000"))).status).toBe(200);
  return requestPayout(await givePayoutCard(app, alice));
}

async function requestPayout(instrument: string): Promise<string> {
  const { token } = alice;
  const password = "correct horse battery";
  await app.api.call("POST /api/v1/factors/proof/password", { token, body: { password } });
  const body = { method_hash: instrument, amount: "12000" };
  const asked = await app.api.call("POST /api/v1/billing/payouts", { token, key: crypto.randomUUID(), body });
  expect(asked.status, asked.text).toBe(201);
  return asked.body.data.id;
}
