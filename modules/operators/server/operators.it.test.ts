import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operator } from "#kit/http/handler.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAudit, verifyChain } from "#modules/audit/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import { type TestApprovals, testApprovals } from "../testing/test-approvals.ts";
import { codeOf, operatorPassword, signIn, type TestOperator, testOperator } from "../testing/test-operators.ts";
import { createOperators, type Operators } from "./index.ts";
import type { Passwords } from "./sign-in.ts";

/** askar is the owner, madina works in finance. The cost of a hash is tested elsewhere. */
const plainPasswords: Passwords = {
  hash: async password => `plain:${password}`,
  verify: async (password, hash) => hash === `plain:${password}`,
};

let host: TestHost;
let operators: Operators;
let api: TestApi;
let approvals: TestApprovals;
beforeAll(async () => {
  host = await testHost({ modules: ["operators", "messages"] });
  const audit = createAudit(host);
  const isCommonPassword = (text: string) => /^a+$/.test(text);
  operators = createOperators(host, {
    audit,
    messages: createMessages(host),
    passwords: plainPasswords,
    isCommonPassword,
  });
  approvals = testApprovals(host);
  operators.connectApprovals(approvals.port);
  api = await testApi(host, [audit, operators], () => null, undefined, operators.operatorOf);
});
afterAll(() => host.close());

const someone = (role: Parameters<typeof testOperator>[1], name?: string) =>
  testOperator({ host, operators, api }, role, name);
const auditActions = async (subject: string) =>
  (
    await host.db.query<{ action: string; operatorName: string; reason: string | null; after: string | null }>(
      `SELECT action, operator_name AS "operatorName", reason, after FROM audit.entries WHERE subject = $1 ORDER BY number`,
      [`operator:${subject}`],
    )
  ).rows;
const tokenOf = (link: string | undefined) => link?.split("#")[1] ?? "";
async function fromConsole(email: string, name: string): Promise<string> {
  const invited = await operators.inviteFromConsole({ email, name });
  return tokenOf("link" in invited ? invited.link : undefined);
}
const nextCode = () => host.clock.advance(31_000);

describe("signing in", () => {
  test("takes password and code, and the session is valid under the office's host name only", async () => {
    const madina = await someone("finance", "Madina");
    const me = await madina.call("GET /api/office/me");
    expect(me.body.data).toMatchObject({ name: "Madina", role: "finance", last_login: { address: "127.0.0.1" } });
    expect(me.body.data.permissions).toContain("payouts.approve");
    for (const name of ["api.fairhouse.localhost", "fairhouse.localhost", "office.localhost"]) {
      const elsewhere = await api.call("GET /api/office/me", { cookies: madina.cookies, headers: { host: name } });
      expect([401, 404], name).toContain(elsewhere.status);
    }
    const site = { origin: "http://fairhouse.localhost:3000", "sec-fetch-site": "same-site" };
    const fromSite = await api.call("GET /api/office/me", { cookies: madina.cookies, headers: site });
    expect(fromSite.status).toBe(403);
  });

  test("a code is accepted once, and a session ends after 15 idle minutes or with the sign-out", async () => {
    const secret = randomBytes(20);
    const person = { email: "once@house.example", name: "Once", role: "support", password: operatorPassword } as const;
    await operators.registerDemoOperator({ ...person, secret });
    const enter = async () => {
      const { challenge } = (await api.call("POST /api/office/login", { body: pick(person) })).body.data;
      return api.call("POST /api/office/login/code", { body: { challenge, code: codeOf(secret, host) } });
    };
    const first = await enter();
    expect(first.status).toBe(200);
    expect((await enter()).body.code).toBe("operator_code_refused");
    const read = () => api.call("GET /api/office/me", { cookies: first.cookies });
    const act = () => api.call("POST /api/office/activity", { cookies: first.cookies, body: {} });
    const minutes = (count: number) => host.clock.advance(count * 60_000);
    await minutes(14);
    expect((await act()).status).toBe(200);
    // A page that reads every minute does not keep the session alive.
    for (let minute = 0; minute < 14; minute++) {
      await minutes(1);
      expect((await read()).status).toBe(200);
    }
    await minutes(1);
    expect((await read()).status).toBe(401);
    expect((await act()).status).toBe(401);
    const second = await enter();
    expect((await api.call("POST /api/office/logout", { cookies: second.cookies, body: {} })).status).toBe(204);
    expect((await api.call("GET /api/office/me", { cookies: second.cookies })).status).toBe(401);
  });

  test("a session ends eight hours after it was opened, however busy its operator is", async () => {
    const busy = await someone("support");
    await host.clock.advance(60_000);
    const { session } = (await busy.call("GET /api/office/me")).body.data;
    expect(session).toEqual({ idle_seconds: 14 * 60, life_seconds: 8 * 3600 - 60 });
    for (let step = 0; step < 47; step++) {
      await host.clock.advance(10 * 60_000);
      expect((await busy.call("POST /api/office/activity", {})).status).toBe(200);
    }
    await host.clock.advance(9 * 60_000);
    expect((await busy.call("POST /api/office/activity", {})).status).toBe(401);
  });

  test("three sessions at a time: the fourth ends the oldest; they are listed, and ended by their operator or an owner only", async () => {
    const secret = randomBytes(20);
    const person = { email: "many@house.example", name: "Many", role: "risk", password: operatorPassword } as const;
    const id = await operators.registerDemoOperator({ ...person, secret });
    const enter = async () => {
      await nextCode();
      return signIn({ host, api }, { ...person, id, secret });
    };
    const [first, second, third, fourth] = [await enter(), await enter(), await enter(), await enter()];
    const statusOf = async (who: TestOperator) => (await who.call("GET /api/office/me")).status;
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200]);
    const list = (await fourth.call("GET /api/office/sessions")).body.data as { id: string; current: boolean }[];
    expect(list.map(({ current }) => current)).toEqual([true, false, false]);
    const end = (who: TestOperator, session: string | undefined) =>
      who.call(`POST /api/office/sessions/${session}/end`, {});
    const [, middle, oldest] = list;
    const stranger = await someone("support");
    expect((await end(stranger, middle?.id)).status).toBe(404);
    expect((await stranger.call(`GET /api/office/sessions?operator=${id}`)).status).toBe(403);
    expect((await end(fourth, middle?.id)).status).toBe(204);
    expect([await statusOf(second), await statusOf(third)]).toEqual([200, 401]);
    const owner = await someone("owner");
    expect((await owner.call(`GET /api/office/sessions?operator=${id}`)).body.data).toHaveLength(2);
    expect((await end(owner, oldest?.id)).status).toBe(204);
    expect(await statusOf(second)).toBe(401);
    expect((await auditActions(id)).at(-1)).toMatchObject({
      action: "operator.session_end",
      operatorName: owner.name,
    });
  });

  test("three wrong tries lock for half an hour, however many come at once; the error does not say which part was wrong", async () => {
    const secret = randomBytes(20);
    const person = { email: "target@house.example", name: "Target", role: "risk", password: operatorPassword } as const;
    const id = await operators.registerDemoOperator({ ...person, secret });
    const guess = (body: object) => api.call("POST /api/office/login", { body });
    const wrong = await Promise.all(Array.from({ length: 20 }, () => guess({ ...pick(person), password: "wrong" })));
    const unknown = await guess({ email: "nobody@house.example", password: "wrong" });
    const locked = await guess(pick(person));
    expect(new Set([...wrong, unknown, locked].map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const refused = (await auditActions(id)).filter(({ action }) => action === "operator.refused");
    expect(refused.length).toBe(3);
    expect(refused.at(-1)?.after).toContain('"locked":true');
    await host.clock.advance(30 * 60_000);
    expect((await guess(pick(person))).status).toBe(202);
  });

  test("wrong codes lock as well, also with the right password", async () => {
    const secret = randomBytes(20);
    const person = { email: "codes@house.example", name: "Codes", role: "risk", password: operatorPassword } as const;
    await operators.registerDemoOperator({ ...person, secret });
    const challengeOf = async () =>
      (await api.call("POST /api/office/login", { body: pick(person) })).body.data?.challenge;
    const challenge = await challengeOf();
    for (const code of ["000000", "000001", "000002"])
      expect((await api.call("POST /api/office/login/code", { body: { challenge, code } })).status).toBe(401);
    const right = await api.call("POST /api/office/login/code", { body: { challenge, code: codeOf(secret, host) } });
    expect(right.body.code).toBe("operator_code_refused");
    expect(await challengeOf()).toBeUndefined();
  });
});

describe("managing operators", () => {
  test("the first owner is created at the console, and sets their own password and app", async () => {
    const token = await fromConsole("Askar@House.example", "Askar");
    const { secret, uri, role } = (await api.call("POST /api/office/invitation/open", { body: { token } })).body.data;
    expect({ role, uri }).toMatchObject({ role: "owner", uri: expect.stringContaining("otpauth://totp/Fairhouse") });
    const accept = (password: string, code = codeOf(secret, host)) =>
      api.call("POST /api/office/invitation", { body: { token, password, code } });
    expect((await accept("short")).body.code).toBe("operator_password_weak");
    expect((await accept("aaaaaaaaaaaaaaa")).body.code).toBe("operator_password_weak");
    expect((await accept(operatorPassword, "000000")).body.code).toBe("operator_code_refused");
    expect((await accept(operatorPassword)).status).toBe(204);
    expect((await accept(operatorPassword)).body.code).toBe("invitation_over");
    await nextCode();
    const body = { email: "askar@house.example", password: operatorPassword };
    const { challenge } = (await api.call("POST /api/office/login", { body })).body.data;
    const signedIn = await api.call("POST /api/office/login/code", { body: { challenge, code: codeOf(secret, host) } });
    expect(signedIn.body.data).toMatchObject({ name: "Askar", role: "owner" });
  });

  test("an owner's change to others waits for another owner, is never one to themselves, and all of it is audited", async () => {
    const askar = await someone("owner", "Askar the second");
    const bolat = await someone("owner", "Bolat the second");
    const dana = { email: "dana@house.example", name: "Dana", role: "support", reason: "new in support" };
    const made = await askar.call("POST /api/office/operators", dana);
    expect(made.status, made.text).toBe(202);
    expect(await waitingMessages(host, dana.email)).toEqual([]);
    await approvals.approveLast(bolat);
    const token = tokenOf((await waitingMessages(host, dana.email))[0]?.link);
    expect(token).toHaveLength(43);
    const again = { ...dana, role: "owner", reason: "twice" };
    expect((await askar.call("POST /api/office/operators", again)).body.code).toBe("operator_exists");
    const seen = async () =>
      (await askar.call("GET /api/office/operators")).body.data.find(
        ({ email }: { email: string }) => email === dana.email,
      );
    const { id } = await seen();
    const path = `/api/office/operators/${id}`;
    const role = { role: "risk", reason: "moves to risk" };
    expect((await askar.call(`PUT ${path}/role`, role)).status).toBe(202);
    expect((await seen()).role).toBe("support");
    await approvals.approveLast(bolat);
    expect((await seen()).role).toBe("risk");
    expect((await askar.call(`PUT ${path}/role`, role)).body.code).toBe("operator_unchanged");
    const off = { disabled: true, reason: "left the team" };
    expect((await askar.call(`PUT ${path}/standing`, off)).status).toBe(202);
    await approvals.approveLast(bolat);
    expect((await seen()).state).toBe("disabled");
    expect((await askar.call(`PUT ${path}/standing`, off)).body.code).toBe("operator_unchanged");
    expect((await api.call("POST /api/office/invitation/open", { body: { token } })).body.code).toBe("invitation_over");
    const self = await askar.call(`PUT /api/office/operators/${askar.id}/role`, { role: "auditor", reason: "myself" });
    expect(self.body.code).toBe("own_rights");
    expect((await auditActions(id)).map(({ action, reason, operatorName }) => [action, reason, operatorName])).toEqual([
      ["operator.invite", "new in support", bolat.name],
      ["operator.role", "moves to risk", bolat.name],
      ["operator.disable", "left the team", bolat.name],
    ]);
    expect((await verifyChain(host.db)).faults).toEqual([]);
  });

  test("a new role takes effect with the next call: the sessions end", async () => {
    const [askar, bolat] = [await someone("owner"), await someone("owner")];
    const dana = await someone("finance");
    await askar.call(`PUT /api/office/operators/${dana.id}/role`, { role: "support", reason: "moved" });
    expect((await dana.call("GET /api/office/me")).status).toBe(200);
    await approvals.approveLast(bolat);
    expect((await dana.call("GET /api/office/me")).status).toBe(401);
  });

  test("one owner ends a lock, and nothing else", async () => {
    const [askar, dana] = [await someone("owner"), await someone("support")];
    const unlock = () => askar.call(`POST /api/office/operators/${dana.id}/unlock`, { reason: "forgot it" });
    expect((await unlock()).body.code).toBe("operator_unchanged");
    const body = { email: dana.email, password: "wrong" };
    for (let attempt = 0; attempt < 3; attempt++) await api.call("POST /api/office/login", { body });
    const right = { body: { email: dana.email, password: operatorPassword } };
    expect((await api.call("POST /api/office/login", right)).status).toBe(401);
    expect((await unlock()).status).toBe(204);
    expect((await api.call("POST /api/office/login", right)).status).toBe(202);
    expect((await auditActions(dana.id)).at(-1)?.action).toBe("operator.unlock");
  });
});

function pick({ email, password }: { email: string; password: string }) {
  return { email, password };
}

describe("a second factor in an open session", () => {
  const minutes = (count: number) => host.clock.advance(count * 60_000);
  const rename = (by: TestOperator, of: TestOperator) =>
    by.call(`PUT /api/office/operators/${of.id}/standing`, { disabled: true, reason: "on holiday" });

  test("is asked for five minutes after the last one, and the code of a sign-in is not taken twice", async () => {
    const askar = await someone("owner", "Askar");
    const [first, second] = [await someone("support"), await someone("support")];
    expect((await askar.stepUp()).body.code).toBe("operator_code_refused");
    expect((await rename(askar, first)).status).toBe(202);
    await minutes(5);
    const refused = await rename(askar, second);
    expect(refused, refused.text).toMatchObject({ status: 403, body: { code: "step_up_required" } });
    expect((await askar.call("GET /api/office/operators")).status).toBe(200);
    expect((await askar.stepUp()).status).toBe(200);
    expect((await rename(askar, second)).status).toBe(202);
    expect((await auditActions(askar.id)).map(({ action }) => action)).toContain("operator.step_up");
    await minutes(5);
    expect((await rename(askar, first)).body.code).toBe("step_up_required");
  });

  test("counts its tries as a sign-in does: the fourth is not read, and the account is locked", async () => {
    const askar = await someone("owner", "Askar");
    await nextCode();
    for (let round = 0; round < 3; round += 1)
      expect((await askar.call("POST /api/office/step-up", { code: "000 000" })).body.code).toBe(
        "operator_code_refused",
      );
    expect((await askar.stepUp()).body.code).toBe("operator_code_refused");
    const entries = (await auditActions(askar.id)).filter(({ action }) => action === "operator.refused");
    expect(entries.at(-1)?.after).toContain('"locked":true');
  });

  test("opens a session again that calls from another network, which sees only itself until then", async () => {
    const secretary = await someone("owner", "Askar");
    const elsewhere = (name: string, body?: object) =>
      api.call(name, { cookies: secretary.cookies, ip: "198.51.100.9", ...(body && { body }) });
    expect((await elsewhere("GET /api/office/me")).status).toBe(200);
    expect((await elsewhere("GET /api/office/operators")).body.code).toBe("step_up_required");
    await nextCode();
    expect((await secretary.stepUp()).status, "from the former address").toBe(200);
    expect((await elsewhere("GET /api/office/operators")).body.code).toBe("step_up_required");
  });
});

describe("break-glass", () => {
  const issue = async (email: string) => {
    const issued = await operators.breakGlass({ email, reason: "her phone is at the bottom of a lake" });
    return "code" in issued ? issued.code : "";
  };
  /** The first step, then this code. */
  async function enter(email: string, code: string) {
    const first = await api.call("POST /api/office/login", { body: { email, password: operatorPassword } });
    return api.call("POST /api/office/login/code", { body: { challenge: first.body.data.challenge, code } });
  }

  test("opens one session by a code of the console, for an hour, without approvals; owners are mailed, entries say so", async () => {
    const [askar, madina] = [await someone("owner", "Askar"), await someone("finance", "Madina")];
    const code = await issue(madina.email);
    expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    const mails = await waitingMessages(host, askar.email);
    expect(mails).toMatchObject([{ template: "operator_emergency" }]);
    expect(JSON.stringify(mails)).not.toContain(code);
    const other = await someone("support");
    expect((await enter(other.email, code)).body.code, "another operator's").toBe("operator_code_refused");
    const entered = await enter(madina.email, code);
    expect(entered.status, entered.text).toBe(200);
    expect((await enter(madina.email, code)).body.code, "a second time").toBe("operator_code_refused");
    const call = (name: string, body?: object) => api.call(name, { cookies: entered.cookies, ...(body && { body }) });
    const { permissions } = (await call("GET /api/office/me")).body.data;
    expect(permissions).toContain("payouts.read");
    expect(permissions.filter((name: string) => /approve|decide|start|^rules/.test(name))).toEqual([]);
    await call("POST /api/office/logout", {});
    const { rows } = await host.db.query<{ action: string; role: string }>(
      "SELECT action, role FROM audit.entries WHERE operator_id = $1 ORDER BY number DESC LIMIT 1",
      [madina.id],
    );
    expect(rows).toEqual([{ action: "operator.logout", role: "finance (break-glass)" }]);
    expect((await verifyChain(host.db)).faults).toEqual([]);
  });

  test("of an owner ends no session of another operator, and its own", async () => {
    const [askar, dana] = [await someone("owner", "Askar"), await someone("support")];
    const { cookies } = await enter(askar.email, await issue(askar.email));
    const sessionOf = async (who: TestOperator) => (await who.call("GET /api/office/sessions")).body.data[0].id;
    const end = async (session: string) =>
      (await api.call(`POST /api/office/sessions/${session}/end`, { cookies, body: {} })).status;
    expect(await end(await sessionOf(dana))).toBe(404);
    expect((await dana.call("GET /api/office/me")).status).toBe(200);
    const own = (await askar.call("GET /api/office/sessions")).body.data.find(
      ({ current }: { current: boolean }) => current,
    );
    expect(await end(own.id)).toBe(204);
    expect((await askar.call("GET /api/office/me")).status).toBe(401);
  });

  test("closes its sockets with its hour, however busy its operator is", async () => {
    const madina = await someone("finance", "Madina");
    const { cookies } = await enter(madina.email, await issue(madina.email));
    const { rows } = await host.db.query<{ session: string }>(
      "SELECT id AS session FROM operators.sessions WHERE operator_id = $1 AND emergency_id IS NOT NULL",
      [madina.id],
    );
    const open = rows.map(({ session }) => ({ session, role: "finance" }) as Operator);
    const closed: string[] = [];
    const stop = operators.watchSockets({ operators: () => open, endSession: session => void closed.push(session) });
    const check = async () => {
      await host.clock.advance(500);
      return closed.length > 0;
    };
    for (let tenMinutes = 1; tenMinutes < 6; tenMinutes += 1) {
      await host.clock.advance(10 * 60_000);
      expect((await api.call("POST /api/office/activity", { cookies, body: {} })).status).toBe(200);
    }
    for (let times = 0; times < 5; times += 1) expect(await check()).toBe(false);
    await host.clock.advance(10 * 60_000);
    await expect.poll(check).toBe(true);
    expect(new Set(closed)).toEqual(new Set(rows.map(({ session }) => session)));
    stop();
  });

  test("ends an hour after the code was issued, and an unused code expires", async () => {
    const madina = await someone("finance", "Madina");
    const code = await issue(madina.email);
    await host.clock.advance(50 * 60_000);
    const { cookies } = await enter(madina.email, code);
    const me = async () => (await api.call("GET /api/office/me", { cookies })).status;
    expect(await me()).toBe(200);
    await host.clock.advance(10 * 60_000);
    expect(await me()).toBe(401);
    const late = await issue(madina.email);
    await host.clock.advance(60 * 60_000);
    expect((await enter(madina.email, late)).body.code).toBe("operator_code_refused");
  });

  test("is reviewed by another operator, once, and is unreviewed until then", async () => {
    const [askar, bolat] = [await someone("owner", "Askar"), await someone("owner", "Bolat")];
    await issue(askar.email);
    const mine = async () =>
      (await askar.call("GET /api/office/emergencies")).body.data.find((row: { mine: boolean }) => row.mine);
    const { id } = await mine();
    const before = (await operators.unreviewed()).length;
    const review = (by: TestOperator) =>
      by.call(`POST /api/office/emergencies/${id}/review`, { reason: "read it all" });
    expect((await review(askar)).body.code).toBe("second_person_needed");
    expect((await review(bolat)).status).toBe(204);
    expect((await review(bolat)).status).toBe(404);
    expect(await mine()).toMatchObject({ reviewed_by: "Bolat", review: "read it all" });
    expect(await operators.unreviewed()).toHaveLength(before - 1);
  });

  test("is refused for an address that is no operator's, and for an operator who cannot sign in", async () => {
    expect(await operators.breakGlass({ email: "nobody@house.example", reason: "none" })).toEqual({
      refused: "unknown",
    });
    await fromConsole("invited@house.example", "Invited");
    expect(await operators.breakGlass({ email: "invited@house.example", reason: "none" })).toMatchObject({
      refused: expect.any(String),
    });
  });
});

test("saved views are the operator's own until they are shared: saved by name, replaced, deleted, at most thirty of a list", async () => {
  const [dana, timur] = [await someone("support"), await someone("risk")];
  const save = (who: TestOperator, name: string, query = "state=open", list = "players") =>
    who.call("POST /api/office/views", { list, name, query });
  const of = async (who: TestOperator, list = "players") =>
    (await who.call(`GET /api/office/views?list=${list}`)).body.data.map(
      (view: { name: string; query: string }) => `${view.name}: ${view.query}`,
    );
  const first = await save(dana, " Open ");
  expect(first.status, first.text).toBe(201);
  await Promise.all([save(dana, "Open", "query=a"), save(dana, "Open", "query=a")]);
  await save(dana, "Payouts", "", "payouts");
  expect(await of(dana)).toEqual(["Open: query=a"]);
  expect(await of(dana, "payouts")).toEqual(["Payouts: "]);
  expect(await of(timur)).toEqual([]);
  expect((await timur.call(`DELETE /api/office/views/${first.body.data.id}`)).status).toBe(404);
  for (let n = 1; n < 30; n++) await save(dana, `View ${n}`);
  expect((await save(dana, "One more")).body.code).toBe("too_many_views");
  expect((await save(dana, "Open", "query=b")).status).toBe(201);
  expect((await dana.call(`DELETE /api/office/views/${first.body.data.id}`)).status).toBe(204);
  expect((await save(dana, "One more")).status).toBe(201);
  const share = (shared: string, name = "Shared") =>
    dana.call("POST /api/office/views", { list: "bets", name, query: "q=1", shared });
  expect((await share("role")).status).toBe(201);
  const other = await someone("support");
  expect((await other.call("GET /api/office/views?list=bets")).body.data).toMatchObject([
    { name: "Shared", shared: "role", by: expect.any(String) },
  ]);
  expect(await of(timur, "bets")).toEqual([]);
  const { id } = (await share("all")).body.data;
  expect(await of(timur, "bets")).toEqual(["Shared: q=1"]);
  expect((await timur.call(`DELETE /api/office/views/${id}`)).status).toBe(404);
  expect((await share("nobody")).status).toBe(422);
  expect((await share("own")).status).toBe(201);
  expect(await of(timur, "bets")).toEqual([]);
  for (const body of [
    { list: "Players", name: "Open", query: "" },
    { list: "players", name: " ", query: "" },
    { list: "players", name: "Open", query: "a".repeat(1001) },
  ])
    expect((await dana.call("POST /api/office/views", body)).status).toBe(422);
});
