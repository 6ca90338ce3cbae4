import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { addGame } from "#modules/catalogue/testing/add-game.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { askCorrection, bookCorrection, type FourEyes, hourMs, openFourEyes } from "./testing/four-eyes.ts";
import type { FullApp, Somebody } from "./testing/full-app.ts";

/** askar and bolat are owners, alice is a player: what one of them does alone, and what takes both. */

let office: FourEyes;
let app: FullApp;
let askar: TestOperator;
let bolat: TestOperator;
let alice: Somebody;
/** Names of this test only. */
let testNumber = 0;
beforeAll(async () => {
  office = await openFourEyes();
  app = office.app;
});
beforeEach(async () => {
  ({ askar, bolat, alice } = await office.newPeople());
  testNumber += 1;
});
afterEach(() => office.expectRightBooks());
afterAll(() => app.host.close());

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
    expect((await approveRequest(askar, request)).body.code).toBe("second_person_needed");
    expect((await approveRequest(bolat, request)).body.data).toMatchObject({ status: "approved" });
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
    expect((await approveRequest(askar, asked.body.data.request)).body.code).toBe("decided_before");
    expect((await give("selfie")).status).toBe(201);
    const chinara = await office.hire("owner", "Chinara", { ip: "203.0.113.5" });
    expect((await approveRequest(chinara, asked.body.data.request)).body.code).toBe("request_stale");
    const again = (await overrule(bolat, "approved", { checks: papers })).body.data.request;
    expect((await approveRequest(bolat, again)).body.code).toBe("second_person_needed");
    expect((await approveRequest(chinara, again)).body.data).toMatchObject({ status: "approved" });
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

  test("one operator lowers them, two raise them, and a request is stale once that game was changed in between", async () => {
    const { db } = app.host;
    await db.query("INSERT INTO catalogue.providers (id, title) VALUES ('reels', 'Reels') ON CONFLICT DO NOTHING");
    await addGame(db, slug, { stakes: { EUR: ["1", "5", "10"] } });
    const [low, high] = [{ EUR: { min: "1", max: "5" } }, { EUR: { min: "1", max: "10" } }];
    expect((await limit(askar, low)).body.data).toEqual({ request: null });
    const asked = await limit(askar, high);
    expect(asked.status, asked.text).toBe(202);
    expect((await game()).limits).toEqual(low);
    expect((await approveRequest(askar, asked.body.data.request)).body.code).toBe("second_person_needed");
    const change = { rank: 7, reason: "moved up" };
    expect((await bolat.call(`PUT /api/office/catalogue/${(await game()).id}`, change)).status).toBe(204);
    expect((await approveRequest(bolat, asked.body.data.request)).body.code).toBe("request_stale");
    expect((await game()).limits).toEqual(low);
    const again = (await limit(askar, {})).body.data.request;
    expect((await approveRequest(bolat, again)).body.data).toMatchObject({ status: "approved" });
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
    expect((await approveRequest(askar, id)).body.code).toBe("second_person_needed");
    expect(app.modules.geo.isOpen("KZ", "betting")).toBe(false);
    expect((await approveRequest(bolat, id)).body.data).toMatchObject({ status: "approved" });
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
    expect((await bookCorrection(bolat, await askCorrection(askar, alice, "50"))).status).toBe(200);
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
    expect((await approveRequest(askar, asked)).body.code).toBe("second_person_needed");
    expect((await approveRequest(bolat, asked)).status).toBe(200);
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
    expect((await approveRequest(bolat, id)).body.code).toBe("request_stale");
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
    expect((await approveRequest(askar, id)).body.code).toBe("second_person_needed");
    expect((await approveRequest(bolat, id)).body.data).toMatchObject({ status: "approved" });
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
