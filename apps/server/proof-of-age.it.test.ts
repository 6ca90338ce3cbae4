import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { checks } from "#modules/verification/shared/checklist.ts";
import { sendCheckWebhook } from "#modules/verification/testing/test-checks.ts";
import { type FullApp, openFullApp, password, type Somebody } from "./testing/full-app.ts";

/** A mistyped date of birth, over all modules: what it blocks, who decides, and what ends it. */

let app: FullApp;
let timur: TestOperator;
beforeAll(async () => {
  app = await openFullApp({ KYC_URL: "http://127.0.0.1:9", KYC_SECRET: "a kyc secret shared by all tests" });
  timur = await testOperator({ ...app, operators: app.modules.operators }, "risk", "Timur");
});
afterAll(() => app.host.close());

const typo = "2015-04-12";
const right = "1995-04-12";
const picture = testPng(64, 64).toString("base64");
const say = ({ token }: Somebody, birth_date: string) =>
  app.api.call("POST /api/v1/verification/identity", {
    token,
    body: { first_name: "Alice", last_name: "Adams", birth_date },
  });
const read = async ({ token }: Somebody, path: string) => (await app.api.call(`GET ${path}`, { token })).body;
const view = async (who: Somebody) => (await read(who, "/api/v1/verification")).data;
const bet = async (who: Somebody) => {
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: who.token, body: { client_seed: "seed-of-mine" } });
  const body = { stake: "1", direction: "over", target: "49.50" };
  return app.api.call("POST /api/v1/games/dice/bets", { token: who.token, body, key: randomUUID() });
};
const decide = (who: Somebody, birth_date?: string, decision = "approved") =>
  timur.call(`POST /api/office/kyc/${who.id}/decision`, { decision, birth_date, checks, reason: "read the passport" });
const caseOf = async (who: Somebody) => (await timur.call(`GET /api/office/kyc/${who.id}`)).body.data;

async function handOver(who: Somebody): Promise<void> {
  for (const kind of ["identity", "selfie"])
    await app.api.call("POST /api/v1/verification/documents", { token: who.token, body: { kind, content: picture } });
  expect((await app.api.call("POST /api/v1/verification/submit", { token: who.token })).status).toBe(200);
}
async function providerApproves(who: Somebody) {
  const { rows } = await app.host.db.query<{ reference: string }>(
    "SELECT reference FROM verification.cases WHERE player_id = $1",
    [who.id],
  );
  return sendCheckWebhook(app.host, app.api, { reference: rows[0]?.reference, decision: "approved" });
}
async function player(): Promise<Somebody> {
  const who = await app.register();
  await app.payIn(who, "100");
  return who;
}

describe("alice types 2015 instead of 1995", () => {
  test("play is blocked, an operator sees both dates, and the document lifts the lock", async () => {
    const alice = await player();
    expect((await bet(alice)).status).toBe(201);
    expect(await say(alice, typo)).toMatchObject({
      status: 403,
      body: { code: "too_young", data: { from: "2033-04-12" } },
    });
    expect((await bet(alice)).body.code).toBe("limit_reached");
    expect(await view(alice)).toMatchObject({ level: 0, birth_date: "minor", is_need: true });
    expect((await read(alice, "/profile/user")).user).toMatchObject({ needs_proof_of_age: true });
    expect((await read(alice, "/api/v1/limits")).data).toMatchObject({
      break: null,
      age_until: "2033-04-12T00:00:00.000Z",
    });

    // The correct date alone unlocks nothing: it is stored beside the first.
    for (let i = 0; i < 2; i++)
      expect(await say(alice, right)).toMatchObject({ status: 409, body: { code: "birth_date_in_review" } });
    expect((await say(alice, "1990-01-01")).status).toBe(409);
    expect(await view(alice)).toMatchObject({ level: 0, birth_date: "disputed" });
    expect((await bet(alice)).body.code).toBe("limit_reached");
    const { data: queue } = (await timur.call("GET /api/office/kyc")).body;
    expect(queue).toContainEqual(expect.objectContaining({ age_in_doubt: true, submitted_at: null }));
    expect(await caseOf(alice)).toMatchObject({
      birth_dates: ["2015-••-••", "1995-••-••"],
      age_in_doubt: true,
      documents: [],
    });

    // The provider's approval says nothing about the age.
    await handOver(alice);
    expect((await providerApproves(alice)).body.data.result).toBe("noted");
    expect(await view(alice)).toMatchObject({ status: "pending", level: 0 });
    expect(await caseOf(alice)).toMatchObject({
      company_decision: "approved",
      birth_dates: ["2015-••-••", "1995-••-••"],
    });
    expect((await bet(alice)).body.code).toBe("limit_reached");

    expect((await decide(alice)).body.errors).toEqual({ birth_date: ["birth_date_needed"] });
    expect((await decide(alice, typo)).body.errors).toEqual({ birth_date: ["birth_date_minor"] });
    expect((await decide(alice, "12.04.1995")).body.errors).toEqual({ birth_date: ["birth_date_invalid"] });
    expect((await bet(alice)).body.code).toBe("limit_reached");
    expect((await decide(alice, right)).status).toBe(204);
    expect(await view(alice)).toMatchObject({ status: "success", level: 2, birth_date: "proved" });
    expect((await read(alice, "/profile/user")).user).toMatchObject({ blocked_until: null, needs_proof_of_age: false });
    expect((await bet(alice)).status).toBe(201);
    // Both dates are in the case, and in no log in clear.
    const { rows } = await app.host.db.query<{ known: string }>(
      `SELECT (SELECT i::text FROM verification.identities i WHERE player_id = $1) ||
              (SELECT string_agg(e::text, '') FROM audit.entries e) AS known`,
      [alice.id],
    );
    for (const date of [typo, right]) expect(rows[0]?.known).not.toContain(date);
    const personal = await required(
      app.modules.all.find(({ manifest }) => manifest.name === "verification"),
      "it",
    ).personalData?.(alice.id);
    expect(personal).toMatchObject({ identity: { birth_date: right, birth_dates_given: [typo, right] } });
  });

  test("a break of her own stays when the lock is lifted, and a lock stays when the break ends", async () => {
    const bella = await player();
    const body = { days: 7, password };
    const started = await app.api.call("POST /api/v1/limits/time-out", { token: bella.token, body });
    expect(started.status, started.text).toBe(200);
    await say(bella, typo);
    await say(bella, right);
    expect((await read(bella, "/api/v1/limits")).data.break).toMatchObject({ kind: "time_out" });
    await handOver(bella);
    expect((await decide(bella, right)).status).toBe(204);
    expect((await read(bella, "/profile/user")).user).toMatchObject({
      blocked_until: started.body.data.break.until,
      needs_proof_of_age: false,
    });
    expect((await bet(bella)).body.code).toBe("limit_reached");
  });
});

test("a player who later states an age under 18 is locked and must provide a document, also in a wallet opened later", async () => {
  const carl = await player();
  expect((await say(carl, right)).body.data).toMatchObject({ level: 1, birth_date: "stated" });
  expect((await say(carl, right)).status).toBe(200);
  expect((await say(carl, typo)).body.code).toBe("birth_date_in_review");
  expect(await view(carl)).toMatchObject({ level: 0, birth_date: "disputed", is_need: true });
  await app.api.call("PUT /profile/settings", { token: carl.token, body: { currency: "EUR" } });
  expect((await bet(carl)).status).toBe(409);
  const { rows } = await app.host.db.query<{ open: boolean }>(
    "SELECT bool_or(blocked_until IS NULL) AS open FROM wallet.wallets WHERE player_id = $1",
    [carl.id],
  );
  expect(rows[0]?.open).toBe(false);
});

test("an approval that proved the age and is overruled puts it in doubt again: play stays locked until another document proves it", async () => {
  const gala = await player();
  await say(gala, typo);
  await say(gala, right);
  await handOver(gala);
  expect((await decide(gala, right)).status).toBe(204);
  expect((await bet(gala)).status).toBe(201);
  const office = { ...app, operators: app.modules.operators };
  const askar = await testOperator(office, "owner", "Askar", { ip: "203.0.113.7" });
  const bolat = await testOperator(office, "owner", "Bolat", { ip: "203.0.113.8" });
  const body = { decision: "declined", why: "other", reason: "a forged passport" };
  const asked = await askar.call(`POST /api/office/kyc/${gala.id}/overrule`, body);
  expect(asked.status, asked.text).toBe(202);
  expect((await bet(gala)).status).toBe(201);
  const request = `/api/office/approvals/${asked.body.data.request}`;
  const { payload_hash } = (await bolat.call(`GET ${request}`)).body.data;
  expect((await bolat.call(`POST ${request}/approve`, { payload_hash })).status).toBe(200);
  expect((await bet(gala)).body.code).toBe("limit_reached");
  expect(await view(gala)).toMatchObject({ level: 0, birth_date: "disputed", is_need: true });
  expect((await decide(gala, right)).body.code).toBe("verification_closed");
  await handOver(gala);
  expect((await decide(gala, right)).status).toBe(204);
  expect((await bet(gala)).status).toBe(201);
});

test("accepted documents are final: another date stated later changes nothing", async () => {
  const dora = await player();
  await say(dora, right);
  await handOver(dora);
  await providerApproves(dora);
  expect((await say(dora, typo)).status).toBe(200);
  expect(await view(dora)).toMatchObject({ status: "success", level: 2, birth_date: "stated" });
  expect((await bet(dora)).status).toBe(201);
});

test("an account that was locked before there was a lock for age has it, and no break, from the migration on", async () => {
  const [emil, fay] = [await player(), await player()];
  const put = (who: Somebody, until: string) =>
    app.host.db.query(`INSERT INTO limits.players (player_id, blocked_until, kind) VALUES ($1, $2, 'self_exclusion')`, [
      who.id,
      until,
    ]);
  await put(emil, "2033-04-12T00:00:00Z");
  await put(fay, "2033-04-12T09:31:07.123Z");
  const text = readFileSync(
    new URL("../../modules/limits/server/migrations/220-age-lock.sql", import.meta.url),
    "utf8",
  );
  await app.host.db.query(
    required(/UPDATE limits\.players[^;]*/.exec(text)?.[0], "the statement that moves the locks"),
  );
  const limits = async (who: Somebody) => (await read(who, "/api/v1/limits")).data;
  expect(await limits(emil)).toMatchObject({ break: null, age_until: "2033-04-12T00:00:00.000Z" });
  expect(await limits(fay)).toMatchObject({ break: { kind: "self_exclusion" }, age_until: null });
});
