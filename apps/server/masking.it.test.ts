import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Route } from "#kit/contract/route.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { verifyChain } from "#modules/audit/server/index.ts";
import { permissionsOf, roles } from "#modules/operators/shared/permissions.ts";
import {
  operatorPassword,
  signIn,
  type TestOperator,
  testOperator,
} from "#modules/operators/testing/test-operators.ts";
import { type FullApp, openFullApp, password, type Somebody } from "./testing/full-app.ts";

/** alice has an email address, a phone number, a name, a date of birth, an address, a card and a conversation; dana is in support. */

const mail = "zarina.leakova@secret-mail.example";
const phone = "+77071239876";
const ip = "198.51.100.77";
const person = { first_name: "Zarina", last_name: "Leakova", birth_date: "1987-06-05" };
/** None of these is in any response but that of a reveal. Upper and lower case alike. */
const secrets = ["zarina.leakova", "secret-mail", "7071239876", ip, "Leakova", person.birth_date];

let app: FullApp;
let alice: Somebody;
let dana: TestOperator;
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  app = await openFullApp();
  alice = await registerAlice();
  dana = await hire("support", "Dana");
});
afterAll(async () => {
  expect((await verifyChain(app.host.db)).faults).toEqual([]);
  await app.host.close();
});

const hire = (role: Parameters<typeof testOperator>[1], name?: string) =>
  testOperator({ ...app, operators: app.modules.operators }, role, name);
const reveal = (by: TestOperator, player: string, ...fields: readonly string[]) =>
  by.call(`POST /api/office/players/${player}/reveal`, { fields, reason: "she asked from another phone" });
const revealed = async (by: TestOperator, player = alice.id) =>
  (await by.call(`GET /api/office/players/${player}/revealed`)).body.data;

async function registerAlice(): Promise<Somebody> {
  const who = await app.register(mail);
  const { host } = app;
  const signedIn = await app.api.call("POST /api/v2/auth/login/email/password", {
    body: { email: mail, password },
    ip,
  });
  const { token } = signedIn.body;
  await host.db.query("UPDATE accounts.players SET phone = $2, phone_verified = true WHERE id = $1", [who.id, phone]);
  expect((await app.api.call("POST /api/v1/verification/identity", { token, body: person })).status).toBe(200);
  const content = testPng().toString("base64");
  await app.api.call("POST /api/v1/verification/documents", { token, body: { kind: "identity", content } });
  await app.api.call("POST /api/v1/verification/documents", { token, body: { kind: "selfie", content } });
  await app.api.call("POST /api/v1/verification/submit", { token, body: {} });
  const payout = randomUUID();
  const instrument = randomUUID();
  await host.db.query(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES ($1, $2, 'sandbox', gen_random_uuid()::text, 'card-page', '4400111122223333', $3)`,
    [instrument, who.id, new Date(host.clock.now())],
  );
  const question = { key: randomUUID(), text: "Where is my money?" };
  const asked = await app.api.call("POST /api/v1/support/conversations", { token, body: question });
  ids = { players: who.id, kyc: who.id, payouts: payout, conversations: asked.body.data.id };
  return { ...who, token };
}

/** The address of a call, about alice's things where it is about some. */
function address({ method, path }: Route): string {
  const [, of = ""] = /\/([a-z-]+)\/:id/.exec(path) ?? [];
  const filled = path.replace(":id", ids[of] ?? randomUUID()).replace(/:[a-z]+/g, randomUUID());
  return `${method} ${path.endsWith("/ledger") ? `${filled}?currency=USD` : filled}`;
}

const looks = () => app.routes.filter(({ caller, method }) => caller === "operator" && method === "GET");

describe("personal data", () => {
  test("is in no response to any role but that of a reveal", async () => {
    expect(looks().length).toBeGreaterThan(40);
    let seen = 0;
    for (const role of roles) {
      const somebody = await hire(role);
      for (const route of looks()) {
        const { status, text } = await somebody.call(address(route));
        if (status === 200 && text.includes(alice.id)) seen += 1;
        const found = secrets.filter(secret => text.toLowerCase().includes(secret.toLowerCase()));
        expect(found, `${role} at ${route.path} → ${text.slice(0, 300)}`).toEqual([]);
      }
    }
    // Her page, the list of players, her case, the list of cases, the inbox: read by five, five, four, four and four roles.
    expect(seen).toBeGreaterThan(20);
  });

  test("is masked in its shape, so that operators recognise it", async () => {
    const { body } = await dana.call(`GET /api/office/players/${alice.id}`);
    expect(body.data.person).toMatchObject({ email: "z•••@s•••.example", phone: "+7 ••• ••• 98 76" });
    expect(body.data.sessions.map((session: { ip: string }) => session.ip)).toContain("198.51.100.•");
    const { birth_dates } = (await dana.call(`GET /api/office/kyc/${alice.id}`)).body.data;
    expect(birth_dates).toEqual(["1987-••-••"]);
  });

  test("is found as a whole and never by a part, which would tell it letter by letter", async () => {
    const find = async (query: string) =>
      (await dana.call(`GET /api/office/players?query=${encodeURIComponent(query)}`)).body.data.items.map(
        (item: { id: string }) => item.id,
      );
    for (const whole of [mail, mail.toUpperCase(), phone, "8 707 123 98 76", alice.id])
      expect(await find(whole), whole).toEqual([alice.id]);
    const { name } = (await dana.call(`GET /api/office/players/${alice.id}`)).body.data.person;
    expect(await find(name.slice(1, 9))).toContain(alice.id);
    for (const part of ["zarina", "zarina.leakova@", "@secret-mail", mail.slice(0, -1), "7071239", "+7707123987", "%"])
      expect(await find(part), part).not.toContain(alice.id);
  });
});

describe("a reveal", () => {
  test("shows what was asked for, in this session only, for ten minutes, with one entry", async () => {
    const shown = await reveal(dana, alice.id, "email", "legal_name");
    expect(shown.status, shown.text).toBe(200);
    expect(shown.body.data).toMatchObject({
      seconds: 600,
      fields: ["email", "legal_name"],
      values: { email: mail, phone: null, legal_name: "Zarina Leakova", birth_dates: [], addresses: [] },
    });
    expect((await reveal(dana, alice.id, "email")).status).toBe(200);
    await app.host.clock.advance(5 * 60_000);
    expect((await reveal(dana, alice.id, "phone")).body.code).toBe("step_up_required");
    await dana.stepUp();
    await reveal(dana, alice.id, "phone", "birth_dates", "addresses");
    expect(await revealed(dana)).toMatchObject({
      seconds: 300,
      values: { email: mail, phone, birth_dates: [person.birth_date] },
    });
    expect((await revealed(dana)).values.addresses).toContain(ip);
    expect(await revealed(await hire("risk"))).toMatchObject({ seconds: 0, fields: [] });
    await app.host.clock.advance(5 * 60_000 + 1000);
    expect((await revealed(dana)).values).toMatchObject({ email: null, legal_name: null, phone });
    await app.host.clock.advance(5 * 60_000);
    expect(await revealed(dana)).toMatchObject({ seconds: 0, fields: [], values: { phone: null, addresses: [] } });

    const auditor = await hire("auditor");
    const { items } = (await auditor.call(`GET /api/office/audit?subject=player:${alice.id}`)).body.data;
    expect(items).toMatchObject([
      { action: "player.reveal", after: { fields: ["phone", "birth_dates", "addresses"] } },
      {
        action: "player.reveal",
        operator: "Dana",
        reason: "she asked from another phone",
        after: { fields: ["email", "legal_name"] },
      },
    ]);
    expect(JSON.stringify(items)).not.toContain("eakova");
  });

  test("shows nothing in another session of the same operator", async () => {
    const secret = randomBytes(20);
    const saule = { email: `${randomUUID()}@house.example`, name: "Saule", role: "support", secret } as const;
    const id = await app.modules.operators.registerDemoOperator(Object.assign({ password: operatorPassword }, saule));
    const enter = () => signIn(app, Object.assign({ id }, saule));
    const first = await enter();
    expect((await reveal(first, alice.id, "email")).status).toBe(200);
    await app.host.clock.advance(31_000);
    const second = await enter();
    expect(await revealed(second)).toMatchObject({ seconds: 0, fields: [], values: { email: null } });
    expect((await revealed(first)).values.email).toBe(mail);
  });

  test("is refused without the permission, without a field or a reason, and for an unknown player", async () => {
    for (const role of roles.filter(each => !permissionsOf(each).has("players.reveal")))
      expect((await reveal(await hire(role), alice.id, "email")).body.code, role).toBe("forbidden");
    await dana.stepUp();
    expect((await reveal(dana, alice.id)).body.errors).toEqual({ fields: ["fields_invalid"] });
    expect((await reveal(dana, alice.id, "password")).status).toBe(422);
    const unexplained = { fields: ["email"], reason: " " };
    expect((await dana.call(`POST /api/office/players/${alice.id}/reveal`, unexplained)).status).toBe(422);
    expect((await reveal(dana, randomUUID(), "email")).status).toBe(404);
  });

  test("is refused from the 31st within an hour on, also when they come at once", async () => {
    const players = (
      await app.host.db.query<{ id: string }>(
        `INSERT INTO accounts.players (id, public_id, name, name_key, register_method, agreed_at, registered_at)
         SELECT gen_random_uuid(), uuid_send(gen_random_uuid()), 'player ' || n, 'player ' || n, 'social', now(), now()
         FROM generate_series(1, 40) n RETURNING id`,
      )
    ).rows;
    const erlan = await hire("support", "Erlan");
    const answers = await Promise.all(players.map(({ id }) => reveal(erlan, id, "email")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.body).toMatchObject({ code: "reveal_limit", data: { retry_after: 3600 } });
    const one = players[answers.findIndex(({ status }) => status === 200)];
    expect((await reveal(erlan, one?.id ?? "", "email")).status, "what is revealed already").toBe(200);
    expect((await reveal(dana, alice.id, "email")).status, "another operator").toBe(200);
  });
});
