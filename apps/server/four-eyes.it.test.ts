import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { verifyChain } from "#modules/audit/server/index.ts";
import { addGame } from "#modules/catalogue/testing/add-game.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import {
  acceptInvitation,
  operatorPassword,
  type Seat,
  signIn,
  type TestOperator,
  testOperator,
} from "#modules/operators/testing/test-operators.ts";
import { invariants } from "./invariants.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";
import { givePayoutCard } from "./testing/payout-account.ts";

/**
 * askar is an owner and would like to be two people. bolat is an owner as well, madina and nurlan are finance operators, alice
 * is a player.
 */

const hourMs = 3_600_000;
let app: FullApp;
let askar: TestOperator;
let bolat: TestOperator;
let alice: Somebody;
/** Mailboxes and names of this test only: all tests share one application. */
let testNumber = 0;
let second: string;
let third: string;
beforeAll(async () => {
  app = await openFullApp();
});
beforeEach(async () => {
  testNumber += 1;
  second = `second-${testNumber}@self.example`;
  third = `third-${testNumber}@house.example`;
  askar = await hire("owner", "Askar", { ip: "203.0.113.1" });
  bolat = await hire("owner", "Bolat", { ip: "203.0.113.2" });
  alice = await app.register();
});
afterEach(async () => {
  expect(await differencesOf(app.host.db, invariants)).toEqual([]);
  expect((await verifyChain(app.host.db)).faults).toEqual([]);
});
afterAll(() => app.host.close());

const hire = (role: Parameters<typeof testOperator>[1], name: string, seat?: Seat) =>
  testOperator({ ...app, operators: app.modules.operators }, role, name, seat);
const balance = async () =>
  (await app.host.db.query<{ sum: bigint }>("SELECT count(*) AS sum FROM ledger.transfers")).rows[0]?.sum;

/** The link in an invited operator's mailbox. */
async function linkTo(email: string): Promise<string> {
  const [mail] = await waitingMessages(app.host, email);
  expect(mail).toMatchObject({ template: "operator_invitation", channel: "email" });
  return mail?.link?.split("#")[1] ?? "";
}

const invite = (by: TestOperator, email: string, role: string) =>
  by.call("POST /api/office/operators", { email, name: email.split("@")[0], role, reason: "joins the team" });
/** The request that an answer names, approved by somebody. */
async function approveAsked(
  asked: { readonly status: number; readonly text: string; readonly body: { data: { request: string } } },
  by: TestOperator,
) {
  expect(asked.status, asked.text).toBe(202);
  const path = `/api/office/approvals/${asked.body.data.request}`;
  const { payload_hash } = (await by.call(`GET ${path}`)).body.data;
  return by.call(`POST ${path}/approve`, { payload_hash });
}
async function invited(by: TestOperator, email: string, role: string, approver: TestOperator): Promise<void> {
  const approved = await approveAsked(await invite(by, email, role), approver);
  expect(approved.status, approved.text).toBe(200);
}
const idOf = async (email: string) =>
  required(
    (await app.host.db.query<{ id: string }>("SELECT id FROM operators.operators WHERE email = $1", [email])).rows[0],
    email,
  ).id;

interface Enrolled extends TestOperator {
  /** The same person some time later, when sessions have ended. */
  again(): Promise<TestOperator>;
}

/** Reads the mail, sets a password and an app, and signs in. */
async function enrol(email: string, seat: Seat = { ip: "198.51.100.7" }): Promise<Enrolled> {
  const secret = await acceptInvitation(app, await linkTo(email), seat);
  const person = { id: await idOf(email), email, name: email, secret };
  const signedIn = await signIn(app, person, seat);
  return { ...signedIn, again: () => signIn(app, person, seat) };
}

async function askCorrection(by: TestOperator, amount = "787"): Promise<string> {
  const ask = { player: alice.id, currency: "USD", amount, reason: "a round that was shown twice" };
  const asked = await by.call("POST /api/office/corrections", ask);
  expect(asked.status, asked.text).toBe(201);
  return asked.body.data.id;
}
const book = (by: TestOperator, id: string) => by.call(`POST /api/office/corrections/${id}/book`, {});
const codesOf = async (...answers: readonly Promise<{ body: { code?: string } }>[]) =>
  (await Promise.all(answers)).map(({ body }) => body?.code);

describe("an owner who invites a second self", () => {
  test("never sees the link, and what the second self approves is refused, now and after the first day", async () => {
    const made = await approveAsked(await invite(askar, second, "finance"), bolat);
    expect(made.status, made.text).toBe(200);
    const link = await linkTo(second);
    expect(link).toHaveLength(43);
    expect(made.text).not.toContain(link);
    const path = `/api/office/operators/${await idOf(second)}/invitation`;
    const again = await approveAsked(await askar.call(`POST ${path}`, { reason: "lost it" }), bolat);
    expect(again.text).not.toContain(await linkTo(second));
    expect((await app.api.call("POST /api/office/invitation/open", { body: { token: link } })).body.code).toBe(
      "invitation_over",
    );
    const before = await balance();
    const id = await askCorrection(askar);
    const self = await enrol(second);
    expect((await book(self, id)).body).toMatchObject({ code: "approver_new" });
    app.host.clock.setNow(app.host.clock.now() + 24 * hourMs);
    expect((await book(await self.again(), id)).body.code).toBe("approver_linked");
    expect(await balance()).toBe(before);
  });

  test("cannot approve requests of the second self, either", async () => {
    await invited(askar, second, "finance", bolat);
    const self = await enrol(second);
    const before = await balance();
    const id = await askCorrection(self);
    expect((await book(askar, id)).body.code).toBe("approver_linked");
    expect(await balance()).toBe(before);
    expect((await book(bolat, id)).status).toBe(200);
  });

  test("cannot give both approvals of a large payout", async () => {
    const madina = await hire("finance", "Madina", { ip: "203.0.113.3" });
    const payout = await largePayout(madina);
    await invited(askar, second, "finance", bolat);
    const self = await enrol(second);
    expect((await approvePayout(askar, payout)).body.data).toMatchObject({ approvals: 1, released: false });
    expect((await approvePayout(self, payout)).body.code).toBe("approver_new");
    app.host.clock.setNow(app.host.clock.now() + 24 * hourMs);
    const selfLater = await self.again();
    const timur = await hire("risk", "Timur", { ip: "203.0.113.9" });
    expect((await approvePayout(selfLater, payout)).body.code).toBe("approver_linked");
    expect((await approvePayout(timur, payout)).body.data).toMatchObject({ approvals: 2, released: true });
  });

  test("gains nothing by two second selves: two operators whom one person invited never approve for each other, owners do", async () => {
    await invited(askar, second, "finance", bolat);
    await invited(askar, third, "finance", bolat);
    const one = await enrol(second);
    const other = await enrol(third, { ip: "192.0.2.77" });
    const before = await balance();
    app.host.clock.setNow(app.host.clock.now() + 24 * hourMs);
    const later = await one.again();
    const id = await askCorrection(later);
    expect((await book(await other.again(), id)).body.code).toBe("approver_linked");
    expect(await balance()).toBe(before);
    const boss = await hire("owner", "Chinara", { ip: "203.0.113.5" });
    const partner = await hire("owner", "Damir", { ip: "203.0.113.6" });
    const invitedAgain = await approveAsked(
      await boss.call(`POST /api/office/operators/${one.id}/invitation`, { reason: "lost the phone" }),
      partner,
    );
    expect(invitedAgain.status, invitedAgain.text).toBe(200);
    await app.host.clock.advance(31_000);
    expect((await book(await other.again(), id)).body.code).toBe("approver_linked");
    expect((await book(partner, id)).status).toBe(200);
  });

  test("gains nothing by another role: an operator with a new role cannot approve for 24 hours", async () => {
    const dana = await hire("support", "Dana", { ip: "203.0.113.4" });
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

describe("granting the owner role takes two", () => {
  interface Request {
    readonly id: string;
    readonly payload_hash: string;
    readonly subject: string;
    readonly asked_by: string;
    readonly status: string;
  }
  /** The pending requests about this mailbox or operator. */
  const requests = async (by: TestOperator, about = third): Promise<Request[]> =>
    (await by.call("GET /api/office/approvals")).body.data.filter(
      ({ subject }: Request) => subject === `operator:${about}`,
    );
  const request = async (by: TestOperator, about?: string) => required((await requests(by, about))[0], "a request");
  const approve = (by: TestOperator, { id, payload_hash }: Pick<Request, "id" | "payload_hash">) =>
    by.call(`POST /api/office/approvals/${id}/approve`, { payload_hash });

  test("one requests, another approves, and only then the invitation is mailed", async () => {
    const asked = await invite(askar, third, "owner");
    expect(asked.status, asked.text).toBe(202);
    expect(await waitingMessages(app.host, third)).toEqual([]);
    expect((await invite(askar, third, "owner")).body.data.request).toBe(asked.body.data.request);
    const [payoutRequest, ...more] = await requests(bolat);
    expect(more).toEqual([]);
    const asks = required(payoutRequest, "a request");
    expect(asks).toMatchObject({
      kind: "owner.invite",
      payload: { email: third },
      asked_by: "Askar",
      mine: false,
      may_approve: true,
      status: "waiting",
    });
    expect((await bolat.call("GET /api/office/queues")).body.data.approvals).toBe(1);
    expect((await approve(askar, asks)).body.code).toBe("second_person_needed");
    expect((await approve(bolat, { ...asks, payload_hash: "0".repeat(64) })).body.code).toBe("request_stale");
    expect((await approve(bolat, asks)).body.data).toMatchObject({
      status: "approved",
      decided_by: "Bolat",
      approvals: [{ operator: "Bolat" }],
    });
    expect((await approve(bolat, asks)).body.code).toBe("request_closed");
    const owner = await enrol(third);
    expect((await owner.call("GET /api/office/me")).body.data).toMatchObject({ role: "owner" });
    const { items } = (await askar.call(`GET /api/office/audit?subject=request:${asks.id}`)).body.data;
    expect(items.map(({ operator, action }: Record<string, string>) => [operator, action])).toEqual([
      ["Bolat", "approval.approve"],
      ["Askar", "approval.ask"],
    ]);
  });

  test("ten approvals in the same millisecond count once, and of two people's one is reported as already done", async () => {
    const chinara = await hire("owner", "Chinara", { ip: "203.0.113.5" });
    await invite(askar, third, "owner");
    const asks = await request(bolat);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => approve(index % 2 === 0 ? bolat : chinara, asks)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(["request_closed"]),
    );
    expect(await waitingMessages(app.host, third)).toHaveLength(1);
  });

  test("two requests for each other at once result in one owner", async () => {
    await invite(askar, third, "owner");
    await invite(bolat, third, "owner");
    const all = await requests(askar);
    const of = (name: string) =>
      required(
        all.find(row => row.asked_by === name),
        name,
      );
    const codes = await codesOf(approve(bolat, of("Askar")), approve(askar, of("Bolat")));
    expect(codes.filter(code => code === undefined)).toHaveLength(1);
    expect(codes.filter(code => code === "request_stale")).toHaveLength(1);
    expect((await requests(askar)).map(({ status }) => status)).toEqual(["stale"]);
    expect(await waitingMessages(app.host, third)).toHaveLength(1);
  });

  test("an owner is invited again by two, never by the invited one", async () => {
    const chinara = await hire("owner", "Chinara", { ip: "203.0.113.5" });
    const asked = await askar.call(`POST /api/office/operators/${bolat.id}/invitation`, { reason: "lost the phone" });
    expect(asked.status).toBe(202);
    const asks = await request(bolat, bolat.id);
    expect((await approve(bolat, asks)).body.code).toBe("own_rights");
    expect((await bolat.call("GET /api/office/me")).status).toBe(200);
    expect((await approve(chinara, asks)).status).toBe(200);
    expect((await bolat.call("GET /api/office/me")).status).toBe(401);
    expect(await waitingMessages(app.host, bolat.email)).toHaveLength(1);
  });

  test("the owner role is given by two; a request whose subject has changed is stale, and one past 24 hours expired", async () => {
    const dana = await hire("support", "Dana", { ip: "203.0.113.4" });
    const give = () =>
      askar.call(`PUT /api/office/operators/${dana.id}/role`, { role: "owner", reason: "a partner now" });
    const asked = await give();
    expect(asked.status, asked.text).toBe(202);
    const first = await request(bolat, dana.id);
    const other = { role: "risk", reason: "for now" };
    const changed = await approveAsked(await askar.call(`PUT /api/office/operators/${dana.id}/role`, other), bolat);
    expect(changed.status, changed.text).toBe(200);
    expect((await approve(bolat, first)).body.code).toBe("request_stale");
    const decline = { reason: "out of date" };
    const path = `/api/office/approvals/${first.id}/decline`;
    expect((await bolat.call(`POST ${path}`, decline)).body.data).toMatchObject({ status: "declined" });
    await give();
    const next = await request(bolat, dana.id);
    app.host.clock.setNow(app.host.clock.now() + 24 * hourMs);
    const boss = await hire("owner", "Chinara", { ip: "203.0.113.9" });
    expect((await approve(boss, next)).body.code).toBe("request_expired");
    expect(await requests(boss, dana.id)).toEqual([]);
    const role = "SELECT role FROM operators.operators WHERE id = $1";
    expect((await app.host.db.query<{ role: string }>(role, [dana.id])).rows).toEqual([{ role: "risk" }]);
  });

  test("an operator without the permission neither sees nor decides it; the requester may withdraw it", async () => {
    const madina = await hire("finance", "Madina", { ip: "203.0.113.3" });
    await invite(askar, third, "owner");
    const asks = await request(bolat);
    expect((await approve(madina, asks)).status).toBe(403);
    expect((await madina.call("GET /api/office/approvals")).body.data).toEqual([]);
    const withdrawn = await askar.call(`POST /api/office/approvals/${asks.id}/decline`, { reason: "a mistake" });
    expect(withdrawn.body.data).toMatchObject({ status: "declined", decided_by: "Askar", decline_reason: "a mistake" });
    expect((await approve(bolat, asks)).body.code).toBe("request_closed");
  });
});

describe("every change to an operator takes two owners", () => {
  const standing = (by: TestOperator, of: TestOperator, disabled: boolean) =>
    by.call(`PUT /api/office/operators/${of.id}/standing`, { disabled, reason: "left the company" });
  const stateOf = async (who: TestOperator, by: TestOperator) =>
    (await by.call("GET /api/office/operators")).body.data.find(({ id }: { id: string }) => id === who.id).state;

  test("nobody is disabled or enabled by one: the requester and the operator themselves approve nothing", async () => {
    const dana = await hire("owner", "Dana", { ip: "203.0.113.4" });
    const asked = await standing(askar, dana, true);
    expect((await standing(askar, askar, true)).body.code).toBe("own_rights");
    expect((await approveAsked(asked, askar)).body.code).toBe("second_person_needed");
    expect((await approveAsked(asked, dana)).body.code).toBe("own_rights");
    expect([await stateOf(dana, askar), (await dana.call("GET /api/office/me")).status]).toEqual(["active", 200]);
    expect((await approveAsked(asked, bolat)).body.data).toMatchObject({ status: "approved" });
    expect([await stateOf(dana, askar), (await dana.call("GET /api/office/me")).status]).toEqual(["disabled", 401]);
    const back = await standing(bolat, dana, false);
    expect((await approveAsked(back, askar)).body.data).toMatchObject({ status: "approved" });
    expect(await stateOf(dana, askar)).toBe("active");
    const { items } = (await askar.call(`GET /api/office/audit?subject=operator:${dana.id}`)).body.data;
    const named = items.map(({ operator, action }: Record<string, string>) => [operator, action]);
    expect(named.slice(0, 2)).toEqual([
      ["Askar", "operator.enable"],
      ["Bolat", "operator.disable"],
    ]);
  });

  test("a request is stale once the operator has changed, and expired after a day", async () => {
    const dana = await hire("support", "Dana", { ip: "203.0.113.4" });
    const asked = await standing(askar, dana, true);
    const role = { role: "risk", reason: "moves to risk" };
    const moved = await askar.call(`PUT /api/office/operators/${dana.id}/role`, role);
    expect((await approveAsked(moved, bolat)).status).toBe(200);
    expect((await approveAsked(asked, bolat)).body.code).toBe("request_stale");
    const late = await standing(askar, dana, true);
    app.host.clock.setNow(app.host.clock.now() + 24 * hourMs);
    const chinara = await hire("owner", "Chinara", { ip: "203.0.113.5" });
    expect((await approveAsked(late, chinara)).body.code).toBe("request_expired");
    expect(await stateOf(dana, chinara)).toBe("active");
  });

  test("who was disabled meanwhile approves nothing, and what they requested takes a new request", async () => {
    const chinara = await hire("owner", "Chinara", { ip: "203.0.113.5" });
    const dana = await hire("support", "Dana", { ip: "203.0.113.4" });
    const asked = await standing(askar, dana, true);
    const other = await standing(chinara, dana, true);
    expect((await approveAsked(await standing(chinara, askar, true), bolat)).status).toBe(200);
    expect((await askar.call("GET /api/office/approvals")).status).toBe(401);
    expect((await approveAsked(asked, bolat)).body.code).toBe("requester_left");
    expect(await stateOf(dana, bolat)).toBe("active");
    const decline = `POST /api/office/approvals/${asked.body.data.request}/decline`;
    expect((await bolat.call(decline, { reason: "asked by somebody who has left" })).status).toBe(200);
    expect((await approveAsked(other, bolat)).status).toBe(200);
    expect(await stateOf(dana, bolat)).toBe("disabled");
  });

  test("who has lost the role of an owner since has requested nothing, either", async () => {
    const chinara = await hire("owner", "Chinara", { ip: "203.0.113.5" });
    const dana = await hire("support", "Dana", { ip: "203.0.113.4" });
    const asked = await standing(chinara, dana, true);
    const role = await askar.call(`PUT /api/office/operators/${chinara.id}/role`, { role: "risk", reason: "moves" });
    expect((await approveAsked(role, bolat)).status).toBe(200);
    expect((await approveAsked(asked, bolat)).body.code).toBe("requester_left");
  });

  test("of two owners who request to disable each other one is disabled, when both are approved at once", async () => {
    const chinara = await hire("owner", "Chinara", { ip: "203.0.113.5" });
    const [first, second] = [await standing(askar, bolat, true), await standing(bolat, askar, true)];
    const answers = await Promise.all([approveAsked(first, chinara), approveAsked(second, chinara)]);
    const codes = answers.map(({ body }) => body.code ?? body.data.status).sort();
    expect(codes).toEqual(["approved", "requester_left"]);
    const states = [await stateOf(askar, chinara), await stateOf(bolat, chinara)].sort();
    expect(states).toEqual(["active", "disabled"]);
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
    const madina = await hire("finance", madinas, { ip: "2001:db8:1:2::1" });
    const nurlan = await hire("finance", nurlans, { ip: "2001:db8:1:2::9" });
    expect((await book(bolat, await askCorrection(madina))).status).toBe(200);
    expect(await alerts()).toEqual([]);
    expect((await book(nurlan, await askCorrection(madina))).status).toBe(200);
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
    const nurlan = await hire("finance", nurlans, { ip: "203.0.113.44" });
    expect((await book(nurlan, await askCorrection(madina))).status).toBe(200);
    expect(await alerts()).toMatchObject([{ approval: { author: madinas, address: true, device: false } }]);
  });

  test("is shown when they share a browser, from any address", async () => {
    const madina = await hire("finance", madinas, { ip: "203.0.113.3" });
    const nurlan = await hire("finance", nurlans, { ip: "198.51.100.44", cookies: madina.cookies });
    expect((await book(nurlan, await askCorrection(madina))).status).toBe(200);
    expect(await alerts()).toMatchObject([{ approval: { author: madinas, address: false, device: true } }]);
    const { items } = (await askar.call(`GET /api/office/audit?subject=operator:${nurlan.id}`)).body.data;
    expect(items).toContainEqual(expect.objectContaining({ action: "approval.alert" }));
  });

  test("is shown when the approver of a payout shares an address with its player", async () => {
    const madina = await hire("finance", madinas, { ip: "203.0.113.3" });
    const payout = await largePayout(madina);
    await app.host.db.query("UPDATE accounts.sessions SET ip = '203.0.113.3' WHERE player_id = $1", [alice.id]);
    const approved = await approvePayout(madina, payout);
    expect(approved.status, approved.text).toBe(200);
    expect(await alerts()).toMatchObject([{ approval: { author: null, approver: madinas, address: true } }]);
  });
});

test("who sets a limit on a player's account approves none of the player's payouts for seven days", async () => {
  const madina = await hire("finance", "Madina", { ip: "203.0.113.3" });
  const timur = await hire("risk", "Timur", { ip: "203.0.113.9" });
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
  const madina = await hire("finance", "Madina", { ip: "203.0.113.3" });
  const timur = await hire("risk", "Timur", { ip: "203.0.113.9" });
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
  expect((await book(bolat, await askCorrection(madina, "20000"))).status).toBe(200);
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

describe("the lock of an account", () => {
  test("one operator locks, the player is out at once; another one has to approve that it opens", async () => {
    const path = `/api/office/players/${alice.id}`;
    const reason = "her card was reported as stolen";
    expect((await askar.call(`POST ${path}/unlock`, { reason })).body.code).toBe("account_not_locked");
    for (const _ of ["once", "again"]) expect((await askar.call(`POST ${path}/lock`, { reason })).status).toBe(204);
    expect((await app.api.call("GET /profile/user", { token: alice.token })).status).toBe(401);
    expect((await askar.call(`GET ${path}`)).body.data.person.locked_at).not.toBeNull();
    const asked = await askar.call(`POST ${path}/unlock`, { reason: "the bank was wrong" });
    expect(asked.status, asked.text).toBe(202);
    const { request } = asked.body.data;
    const { payload_hash } = (await askar.call(`GET /api/office/approvals/${request}`)).body.data;
    const approve = (by: TestOperator) => by.call(`POST /api/office/approvals/${request}/approve`, { payload_hash });
    expect((await approve(askar)).body.code).toBe("second_person_needed");
    expect((await approve(bolat)).body.data).toMatchObject({ status: "approved" });
    expect((await askar.call(`GET ${path}`)).body.data.person.locked_at).toBeNull();
    const { items } = (await askar.call(`GET /api/office/audit?subject=player:${alice.id}`)).body.data;
    expect(items.map(({ operator, action }: Record<string, string>) => [operator, action])).toEqual([
      ["Bolat", "player.unlock"],
      ["Askar", "player.lock"],
    ]);
  });
});

describe("a decided identity check", () => {
  const papers = ["readable", "name", "birth_date", "valid", "face"];
  const give = (kind: string) =>
    app.api.call("POST /api/v1/verification/documents", {
      token: alice.token,
      body: { kind, content: testPng().toString("base64") },
    });
  const path = () => `/api/office/kyc/${alice.id}`;
  const overrule = (by: TestOperator, decision: string, more: object = {}) =>
    by.call(`POST ${path()}/overrule`, { decision, why: null, reason: "the passport is valid", ...more });
  const approve = async (by: TestOperator, id: string) => {
    const { payload_hash } = (await askar.call(`GET /api/office/approvals/${id}`)).body.data;
    return by.call(`POST /api/office/approvals/${id}/approve`, { payload_hash });
  };
  const decide = (by: TestOperator, decision: string, more: object = {}) =>
    by.call(`POST ${path()}/decision`, { decision, reason: "read it", ...more });

  test("is decided otherwise by one who requests and another who has not decided on it; new documents make the request stale", async () => {
    for (const kind of ["identity", "selfie"]) await give(kind);
    expect((await app.api.call("POST /api/v1/verification/submit", { token: alice.token, body: {} })).status).toBe(200);
    expect((await overrule(bolat, "approved")).body.code).toBe("verification_not_decided");
    expect((await decide(askar, "declined", { why: "expired" })).status).toBe(204);
    expect((await overrule(bolat, "declined")).body.errors).toEqual({ decision: ["decision_same"] });
    expect((await overrule(bolat, "approved")).body.errors).toEqual({ checks: ["checks_incomplete"] });
    const asked = await overrule(bolat, "approved", { checks: papers });
    expect(asked.status, asked.text).toBe(202);
    expect((await approve(askar, asked.body.data.request)).body.code).toBe("decided_before");
    expect((await give("selfie")).status).toBe(201);
    const chinara = await hire("owner", "Chinara", { ip: "203.0.113.5" });
    expect((await approve(chinara, asked.body.data.request)).body.code).toBe("request_stale");
    const again = (await overrule(bolat, "approved", { checks: papers })).body.data.request;
    expect((await approve(bolat, again)).body.code).toBe("second_person_needed");
    expect((await approve(chinara, again)).body.data).toMatchObject({ status: "approved" });
    const { status, decisions } = (await askar.call(`GET ${path()}`)).body.data;
    expect(status).toBe("success");
    expect(decisions).toMatchObject([
      { decision: "approved", by: "operator", operator: "Chinara", asked_by: "Bolat" },
      { decision: "declined", by: "operator", operator: "Askar", asked_by: null },
    ]);
    const { items } = (await askar.call(`GET /api/office/audit?subject=player:${alice.id}`)).body.data;
    expect(items.map(({ operator, action }: Record<string, string>) => [operator, action])).toEqual([
      ["Chinara", "kyc.overrule"],
      ["Askar", "kyc.decide"],
    ]);
  });

  test("takes documents: a check without any is not approved, however much the operator confirms", async () => {
    await app.host.db.query(
      "INSERT INTO verification.cases (player_id, status, submitted_at) VALUES ($1, 'pending', now())",
      [alice.id],
    );
    const refused = await decide(askar, "approved", { checks: papers });
    expect(refused.body).toMatchObject({ code: "documents_missing", data: { missing: ["identity", "selfie"] } });
    expect((await decide(askar, "declined", { why: "other" })).status).toBe(204);
    expect((await overrule(bolat, "approved", { checks: papers })).body.code).toBe("documents_missing");
  });
});

describe("the stake limits of a game", () => {
  const slug = "altyn-dala";
  const game = async () => {
    const { games } = (await askar.call("GET /api/office/catalogue")).body.data;
    return required(
      (games as { id: string; slug: string; limits: object }[]).find(each => each.slug === slug),
      slug,
    );
  };
  const limit = async (by: TestOperator, limits: object) =>
    by.call(`PUT /api/office/catalogue/${(await game()).id}/limits`, { limits, reason: "agreed with risk" });
  const approve = async (by: TestOperator, id: string) => {
    const { payload_hash } = (await askar.call(`GET /api/office/approvals/${id}`)).body.data;
    return by.call(`POST /api/office/approvals/${id}/approve`, { payload_hash });
  };

  test("one operator lowers them, two raise them, and a request is stale once that game was changed in between", async () => {
    const { db } = app.host;
    await db.query("INSERT INTO catalogue.providers (id, title) VALUES ('reels', 'Reels') ON CONFLICT DO NOTHING");
    await addGame(db, slug, { stakes: { EUR: ["1", "5", "10"] } });
    const [low, high] = [{ EUR: { min: "1", max: "5" } }, { EUR: { min: "1", max: "10" } }];
    expect((await limit(askar, low)).body.data).toEqual({ request: null });
    const asked = await limit(askar, high);
    expect(asked.status, asked.text).toBe(202);
    expect((await game()).limits).toEqual(low);
    expect((await approve(askar, asked.body.data.request)).body.code).toBe("second_person_needed");
    const change = { rank: 7, reason: "moved up" };
    expect((await bolat.call(`PUT /api/office/catalogue/${(await game()).id}`, change)).status).toBe(204);
    expect((await approve(bolat, asked.body.data.request)).body.code).toBe("request_stale");
    expect((await game()).limits).toEqual(low);
    const again = (await limit(askar, {})).body.data.request;
    expect((await approve(bolat, again)).body.data).toMatchObject({ status: "approved" });
    expect((await game()).limits).toEqual({});
    const { items } = (await askar.call(`GET /api/office/audit?subject=game:slots/${slug}`)).body.data;
    expect(items.map(({ operator, action }: Record<string, string>) => [operator, action])).toEqual([
      ["Bolat", "games.limits"],
      ["Bolat", "games.change"],
      ["Askar", "games.limits"],
    ]);
  });
});

describe("what is closed and which names are ours", () => {
  const request = (id: string) => askar.call(`GET /api/office/approvals/${id}`);
  const approve = async (by: TestOperator, id: string) => {
    const { payload_hash } = (await request(id)).body.data;
    return by.call(`POST /api/office/approvals/${id}/approve`, { payload_hash });
  };
  const close = (by: TestOperator, what: object) =>
    by.call("POST /api/office/regions/close", { until: null, reason: "ordered by the regulator", ...what });
  const open = (by: TestOperator, what: object) =>
    by.call("POST /api/office/regions/open", { reason: "the order was lifted", ...what });
  const closures = async () => (await askar.call("GET /api/office/regions")).body.data.closures;

  test("one operator closes a product at once, another one has to approve that it opens", async () => {
    const what = { country: "KZ", product: "betting" };
    expect((await close(askar, what)).status).toBe(204);
    await expect.poll(() => app.modules.geo.isOpen("KZ", "betting")).toBe(false);
    expect(app.modules.geo.isOpen("KZ", "casino")).toBe(true);
    expect(await closures()).toMatchObject([{ ...what, by: "Askar", until: null, reason: "ordered by the regulator" }]);
    const soon = { ...what, until: new Date(app.host.clock.now() + hourMs).toISOString() };
    expect((await close(bolat, soon)).body).toMatchObject({ code: "closed_longer", data: { until: null } });
    expect((await close(bolat, what)).status).toBe(204);
    const asked = await open(askar, what);
    expect(asked.status, asked.text).toBe(202);
    const { request: id } = asked.body.data;
    expect((await approve(askar, id)).body.code).toBe("second_person_needed");
    expect(app.modules.geo.isOpen("KZ", "betting")).toBe(false);
    expect((await approve(bolat, id)).body.data).toMatchObject({ status: "approved" });
    await expect.poll(() => app.modules.geo.isOpen("KZ", "betting")).toBe(true);
    expect((await open(askar, what)).body.code).toBe("closure_missing");
    const { items } = (await askar.call("GET /api/office/audit?subject=region:KZ/betting")).body.data;
    expect(items.map(({ operator, action }: Record<string, string>) => [operator, action])).toEqual([
      ["Bolat", "region.open"],
      ["Askar", "region.close"],
    ]);
  });

  test("one of our own games is closed by one operator and opened by two: a round in play ends, no other one starts", async () => {
    const what = { country: "*", product: "game:hilo" };
    expect((await close(askar, { ...what, product: "game:chess" })).body.errors).toEqual({
      product: ["product_invalid"],
    });
    expect((await book(bolat, await askCorrection(askar, "50"))).status).toBe(200);
    const { token } = alice;
    const seed = { client_seed: "seed-of-mine" };
    expect((await app.api.call("PUT /api/v1/fairness/client-seed", { token, body: seed })).status).toBe(200);
    const play = (path: string, body: object) =>
      app.api.call(`POST /api/v1/games/${path}`, { token, body, key: crypto.randomUUID() });
    const round = await play("hilo/bets", { stake: "1" });
    expect(round.status, round.text).toBe(201);
    expect((await close(askar, what)).status).toBe(204);
    await expect.poll(() => app.modules.geo.isOpen("KZ", "game:hilo")).toBe(false);
    const closed = async (game: string) =>
      (await app.api.call(`GET /api/v1/games/${game}`, { token })).body.data.closed;
    expect([await closed("hilo"), await closed("dice")]).toEqual(["product_closed", null]);
    const { id } = round.body.data;
    const [{ guess: choice }] = round.body.data.round.offers;
    const guessed = await play(`hilo/bets/${id}/guess`, { choice, steps: 0 });
    expect(guessed.status, guessed.text).toBe(200);
    if (guessed.body.data.round.offers.length > 0)
      expect((await play(`hilo/bets/${id}/cash-out`, { steps: 1 })).status).toBe(200);
    expect((await play("hilo/bets", { stake: "1" })).body.code).toBe("product_closed");
    const dice = { stake: "1", direction: "over", target: "49.50" };
    expect((await play("dice/bets", dice)).status).toBe(201);
    const asked = (await open(askar, what)).body.data.request;
    expect((await approve(askar, asked)).body.code).toBe("second_person_needed");
    expect((await approve(bolat, asked)).status).toBe(200);
    await expect.poll(async () => (await play("hilo/bets", { stake: "1" })).status).toBe(201);
  });

  test("what is closed everywhere until a time opens by itself, and a request about it is stale once it was closed for longer", async () => {
    const what = { country: "*", product: "registration" };
    const until = (hours: number) => new Date(app.host.clock.now() + hours * hourMs).toISOString();
    expect((await close(askar, { ...what, until: until(-1) })).body.code).toBe("closure_ended");
    expect((await close(askar, { country: "*", product: "all" })).body.errors).toEqual({
      product: ["product_invalid"],
    });
    expect((await close(askar, { ...what, until: until(1) })).status).toBe(204);
    await expect.poll(() => app.modules.geo.isOpen("AQ", "registration")).toBe(false);
    const body = { email: "late@example.org", password: "correct horse battery", currency: "USD", agree: true };
    const late = () => app.api.call("POST /api/v2/auth/register/email", { body });
    expect((await late()).body).toMatchObject({ code: "product_closed" });
    const { request: id } = (await open(askar, what)).body.data;
    expect((await close(bolat, { ...what, until: until(2) })).status).toBe(204);
    expect((await approve(bolat, id)).body.code).toBe("request_stale");
    app.host.clock.setNow(app.host.clock.now() + 2 * hourMs);
    expect(app.modules.geo.isOpen("AQ", "registration")).toBe(true);
    expect((await late()).status).toBe(201);
  });

  test("a mirror is added by two, says how many sessions end with it, and is retired by one", async () => {
    const hostname = `mirror-${testNumber}.example`;
    const links = { telegram_channel_url: null, revshare_service_frontend_url: null, meta_yandex_verification: null };
    const add = (name: string, more: object = {}) =>
      askar.call("POST /api/office/mirrors", { hostname: name, ...links, ...more, reason: "a name that is reached" });
    for (const name of [
      "https://mirror.example",
      "api.mirror.example",
      "mirror",
      "Mirror.example",
      "mirror.example:80",
      "10.0.0.1",
    ])
      expect((await add(name)).body.errors, name).toEqual({ hostname: ["host_invalid"] });
    for (const link of ["javascript:alert(1)", "//t.example", "https://", "https://a b"])
      expect((await add(hostname, { telegram_channel_url: link })).body.errors).toEqual({
        telegram_channel_url: ["link_invalid"],
      });
    const { request: id } = (await add(hostname)).body.data;
    expect(app.modules.mirrors.isMirror(hostname)).toBe(false);
    expect((await approve(askar, id)).body.code).toBe("second_person_needed");
    expect((await approve(bolat, id)).body.data).toMatchObject({ status: "approved" });
    await expect.poll(() => app.modules.mirrors.isMirror(hostname)).toBe(true);
    const sessions = `GET /api/office/mirrors/${hostname}/sessions`;
    expect((await askar.call(sessions)).body).toEqual({ data: { sessions: 0 } });
    await app.host.db.query("UPDATE accounts.sessions SET made_on = $2 WHERE player_id = $1", [
      alice.id,
      `api.${hostname}`,
    ]);
    expect((await askar.call(sessions)).body).toEqual({ data: { sessions: 1 } });
    const shown = (await askar.call("GET /api/office/mirrors")).body.data;
    expect(shown.find((each: { hostname: string }) => each.hostname === hostname)).toMatchObject({
      main: false,
      check: null,
      reachability: [],
    });
    const retire = (name: string) => askar.call(`POST /api/office/mirrors/${name}/retire`, { reason: "seized" });
    expect((await retire(hostname)).status).toBe(204);
    expect((await retire(hostname)).status).toBe(404);
    expect((await retire("fairhouse.localhost")).status).toBe(404);
    await expect.poll(() => app.modules.mirrors.isMirror(hostname)).toBe(false);
    expect((await app.api.call("GET /profile/user", { token: alice.token })).status).toBe(401);
  });
});
