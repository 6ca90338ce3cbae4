import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Accounts, createAccounts } from "#modules/accounts/server/index.ts";
import { createAttribution } from "./index.ts";

let host: TestHost;
let accounts: Accounts;
let api: TestApi;

beforeAll(async () => {
  host = await testHost({ modules: ["attribution"] });
  accounts = createAccounts(host);
  const attribution = createAttribution(host, { accounts });
  attribution.connectPromoCodes(async code =>
    code === "WORD" ? { type: "bonus", value: "100%", endsAt: null } : undefined,
  );
  await accounts.start?.();
  api = await testApi(host, [accounts, attribution], accounts.authenticate);
  const soon = new Date(host.clock.now() + 30 * 86_400_000);
  await host.db.query(
    `INSERT INTO attribution.promos (code, type, value, utm_campaign, ends_at)
     VALUES ('SPRING', 'deposit', '50', 'spring', $1), ('OLD', 'deposit', '10', 'old', $2)`,
    [soon, new Date(host.clock.now() - 1000)],
  );
  await host.db.query("INSERT INTO attribution.partners (id, stag, added_at) VALUES ('p-7', 'tag-7', $1)", [soon]);
});
afterAll(() => host.close());

const utm = { utm_source: "s", utm_medium: "m", utm_campaign: "spring", utm_term: "t" };
const send = (path: string, body: object, token?: string) => api.call(path, { body, token });

async function register(source: object = {}): Promise<string> {
  const person = { email: `${randomUUID()}@example.com`, password: "correct horse", currency: "USD", agree: true };
  const answer = await send("POST /api/v2/auth/register/email", { ...person, ...source });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.token;
}

async function sourceOf(token: string) {
  const { id } = (await api.call("GET /profile/user", { token })).body.user;
  const { rows } = await host.db.query("SELECT * FROM attribution.sources WHERE player_id = $1", [id]);
  return rows[0];
}

describe("POST /middleware/utm", () => {
  test("stores the visit with its whole query, and returns the campaign's promo while it is valid", async () => {
    const { status, body } = await send("POST /middleware/utm", { ...utm, lp: "7" });
    expect(status).toBe(200);
    expect(body).toEqual({ advId: expect.stringMatching(/^[0-9a-f-]{36}$/), promo: { type: "deposit", value: "50" } });
    const { rows } = await host.db.query("SELECT query FROM attribution.ad_visits WHERE adv_id = $1", [body.advId]);
    expect(rows).toEqual([{ query: { ...utm, lp: "7" } }]);
    const old = await send("POST /middleware/utm", { ...utm, utm_campaign: "old" });
    expect(old.body.promo).toBeUndefined();
  });

  test("refuses three of the four, and a query that is too large", async () => {
    const { utm_term: _, ...three } = utm;
    expect((await send("POST /middleware/utm", three)).body.errors).toEqual({ utm_term: ["required"] });
    const many = Object.fromEntries(Array.from({ length: 50 }, (_each, n) => [`q${n}`, "x"]));
    for (const extra of [many, { long: "x".repeat(501) }, { nul: "\u0000" }, { half: "\ud800" }, { deep: { x: 1 } }])
      expect((await send("POST /middleware/utm", { ...utm, ...extra })).status).toBe(422);
  });
});

describe("a player's source", () => {
  test("is the one sent with the registration, completed by attachSource, and never replaced", async () => {
    const token = await register({ fpp: "f", partner: "p-7", adplace: "top", stag: "tag-7", promo: "SPRING" });
    const { advId } = (await send("POST /middleware/utm", utm)).body;
    const attach = {
      advId,
      stag: "thief",
      partnerId: "thief",
      advertiseUid: "u",
      advertiseSource: "x",
      cpaOneUid: "c",
      prHash: "h",
    };
    expect((await send("POST /attachSource", attach, token)).status).toBe(204);
    const expected = {
      fpp: "f",
      partner: "p-7",
      adplace: "top",
      stag: "tag-7",
      promo: "SPRING",
      adv_id: advId,
      advertise_uid: "u",
      advertise_source: "x",
      cpa_one_uid: "c",
      pr_hash: "h",
    };
    expect(await sourceOf(token)).toMatchObject(expected);
    await send("POST /attachSource", { advId: randomUUID(), advertiseUid: "v", prHash: "i" }, token);
    expect(await sourceOf(token)).toMatchObject(expected);
    const visit = await host.db.query(
      "SELECT advertise_uid, cpa_one_uid FROM attribution.ad_visits WHERE adv_id = $1",
      [advId],
    );
    expect(visit.rows).toEqual([{ advertise_uid: "u", cpa_one_uid: "c" }]);
  });

  test("of a player who came directly stays empty after a day", async () => {
    const body = { email: `${randomUUID()}@example.com`, password: "correct horse", currency: "USD", agree: true };
    await send("POST /api/v2/auth/register/email", body);
    await host.clock.advance(86_400_000);
    const { token } = (await send("POST /api/v2/auth/login/email/password", body)).body;
    expect((await send("POST /attachSource", { stag: "late" }, token)).status).toBe(204);
    expect(await sourceOf(token)).toMatchObject({ stag: null });
  });

  test("of a guest is added to their advertisement's visit only", async () => {
    expect((await send("POST /attachSource", { stag: "s" })).status).toBe(204);
    const { rows } = await host.db.query("SELECT 1 FROM attribution.sources WHERE stag = 's'");
    expect(rows).toEqual([]);
  });
});

test("an affiliate is found by id or tag, and unknown ones are null", async () => {
  const of = async (link: object) =>
    (await send("POST /middleware/affiliate", { host: "h", user_agent: "a", ...link })).body.data.partner_id;
  expect(await of({ partner: "p-7" })).toBe("p-7");
  expect(await of({ stag: "tag-7" })).toBe("p-7");
  expect(await of({ stag: "nobody", partner: "nobody" })).toBeNull();
  expect(await of({})).toBeNull();
});

test("a promo code returns its value while it is valid", async () => {
  expect((await api.call("GET /api/v1/promos/WORD")).body.data).toEqual({
    type: "bonus",
    value: "100%",
    expires_in: null,
  });
  const promo = await api.call("GET /api/v1/promos/SPRING");
  expect(promo.body.data).toMatchObject({ type: "deposit", value: "50" });
  for (const code of ["OLD", "NONE", "spring'--"]) {
    const answer = await api.call(`GET /api/v1/promos/${encodeURIComponent(code)}`);
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
  }
});

test("page opens and events are stored with player and address, and deleted after 400 days", async () => {
  const token = await register();
  const open = { subH: "sub", uuid: "finger", click_url: "http://fairhouse.localhost/ru?subH=sub" };
  expect((await send("POST /middleware/registerPageOpenEvent", open)).status).toBe(204);
  const event = { name: "ssoAvailabilityFinish", data: { session_id: "s-1", mirror: "mirror-a.localhost" } };
  expect((await send("PUT /api/v2/tracking/events", event, token)).status).toBe(204);
  for (const body of [
    { name: "x y", data: {} },
    { name: "ok", data: { deep: { x: 1 } } },
    { name: "ok", data: { __proto__x: 1 } },
  ])
    expect((await send("PUT /api/v2/tracking/events", body)).status).toBe(422);
  const events = () =>
    host.db.query("SELECT name, data, hostname, player_id IS NOT NULL AS known FROM attribution.events");
  expect((await events()).rows).toEqual([{ ...event, hostname: "api.fairhouse.localhost", known: true }]);
  const opens = await host.db.query("SELECT sub_h, fingerprint, click_url FROM attribution.page_opens");
  expect(opens.rows).toEqual([{ sub_h: "sub", fingerprint: "finger", click_url: open.click_url }]);
  const sweep = createAttribution(host, { accounts: { onRegister: () => undefined } }).jobs?.[0];
  await sweep?.run(undefined);
  expect((await events()).rows).toHaveLength(1);
  await host.clock.advance(401 * 86_400_000);
  await sweep?.run(undefined);
  expect((await events()).rows).toEqual([]);
});

test("the click of a network is part of a player's source from the registration on, for 90 days", async () => {
  await register({ click_id: "Cj0KCQab", click_source: "gclid", cpa_id: "c-1" });
  const clicks = async () =>
    (
      await host.db.query(
        "SELECT advertise_uid, advertise_source, cpa_one_uid FROM attribution.sources WHERE advertise_uid = 'Cj0KCQab' OR cpa_one_uid = 'c-1'",
      )
    ).rows;
  const sweep = createAttribution(host, { accounts: { onRegister: () => undefined } }).jobs?.[0];
  await host.clock.advance(90 * 86_400_000);
  await sweep?.run(undefined);
  expect(await clicks()).toEqual([{ advertise_uid: "Cj0KCQab", advertise_source: "gclid", cpa_one_uid: "c-1" }]);
  await host.clock.advance(1);
  await sweep?.run(undefined);
  expect(await clicks()).toEqual([]);
});
