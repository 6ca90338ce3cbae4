import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { approveAsked, type FourEyes, hourMs, invite, openFourEyes } from "./testing/four-eyes.ts";
import type { FullApp } from "./testing/full-app.ts";

/** askar and bolat are owners: neither changes an operator alone. */

let office: FourEyes;
let app: FullApp;
let askar: TestOperator;
let bolat: TestOperator;
/** A mailbox of this test only. */
let testNumber = 0;
let third: string;
beforeAll(async () => {
  office = await openFourEyes();
  app = office.app;
});
beforeEach(async () => {
  ({ askar, bolat } = await office.newPeople());
  testNumber += 1;
  third = `third-${testNumber}@house.example`;
});
afterEach(() => office.expectRightBooks());
afterAll(() => app.host.close());

const codesOf = async (...answers: readonly Promise<{ body: { code?: string } }>[]) =>
  (await Promise.all(answers)).map(({ body }) => body?.code);

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
    const owner = await office.enrol(third);
    expect((await owner.call("GET /api/office/me")).body.data).toMatchObject({ role: "owner" });
    const { items } = (await askar.call(`GET /api/office/audit?subject=request:${asks.id}`)).body.data;
    expect(items.map(({ operator, action }: Record<string, string>) => [operator, action])).toEqual([
      ["Bolat", "approval.approve"],
      ["Askar", "approval.ask"],
    ]);
  });

  test("ten approvals in the same millisecond count once, and of two people's one is reported as already done", async () => {
    const chinara = await office.hire("owner", "Chinara", { ip: "203.0.113.5" });
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
    const chinara = await office.hire("owner", "Chinara", { ip: "203.0.113.5" });
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
    const dana = await office.hire("support", "Dana", { ip: "203.0.113.4" });
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
    const boss = await office.hire("owner", "Chinara", { ip: "203.0.113.9" });
    expect((await approve(boss, next)).body.code).toBe("request_expired");
    expect(await requests(boss, dana.id)).toEqual([]);
    const role = "SELECT role FROM operators.operators WHERE id = $1";
    expect((await app.host.db.query<{ role: string }>(role, [dana.id])).rows).toEqual([{ role: "risk" }]);
  });

  test("an operator without the permission neither sees nor decides it; the requester may withdraw it", async () => {
    const madina = await office.hire("finance", "Madina", { ip: "203.0.113.3" });
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
    const dana = await office.hire("owner", "Dana", { ip: "203.0.113.4" });
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
    const dana = await office.hire("support", "Dana", { ip: "203.0.113.4" });
    const asked = await standing(askar, dana, true);
    const role = { role: "risk", reason: "moves to risk" };
    const moved = await askar.call(`PUT /api/office/operators/${dana.id}/role`, role);
    expect((await approveAsked(moved, bolat)).status).toBe(200);
    expect((await approveAsked(asked, bolat)).body.code).toBe("request_stale");
    const late = await standing(askar, dana, true);
    app.host.clock.setNow(app.host.clock.now() + 24 * hourMs);
    const chinara = await office.hire("owner", "Chinara", { ip: "203.0.113.5" });
    expect((await approveAsked(late, chinara)).body.code).toBe("request_expired");
    expect(await stateOf(dana, chinara)).toBe("active");
  });

  test("who was disabled meanwhile approves nothing, and what they requested takes a new request", async () => {
    const chinara = await office.hire("owner", "Chinara", { ip: "203.0.113.5" });
    const dana = await office.hire("support", "Dana", { ip: "203.0.113.4" });
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
    const chinara = await office.hire("owner", "Chinara", { ip: "203.0.113.5" });
    const dana = await office.hire("support", "Dana", { ip: "203.0.113.4" });
    const asked = await standing(chinara, dana, true);
    const role = await askar.call(`PUT /api/office/operators/${chinara.id}/role`, { role: "risk", reason: "moves" });
    expect((await approveAsked(role, bolat)).status).toBe(200);
    expect((await approveAsked(asked, bolat)).body.code).toBe("requester_left");
  });

  test("of two owners who request to disable each other one is disabled, when both are approved at once", async () => {
    const chinara = await office.hire("owner", "Chinara", { ip: "203.0.113.5" });
    const [first, second] = [await standing(askar, bolat, true), await standing(bolat, askar, true)];
    const answers = await Promise.all([approveAsked(first, chinara), approveAsked(second, chinara)]);
    const codes = answers.map(({ body }) => body.code ?? body.data.status).sort();
    expect(codes).toEqual(["approved", "requester_left"]);
    const states = [await stateOf(askar, chinara), await stateOf(bolat, chinara)].sort();
    expect(states).toEqual(["active", "disabled"]);
  });
});
