import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { approvalHandlers } from "#modules/approvals/office/handlers.ts";
import { bonusHandlers } from "#modules/bonuses/office/handlers.ts";
import { campaignHandlers } from "#modules/campaigns/office/handlers.ts";
import { campaignParts, testGiftsAtOnce } from "#modules/campaigns/testing/test-campaigns.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { gamesMask, numberInGrant } from "#modules/wagering/shared/grant.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { packHandlers } from "#modules/welcome-pack/office/handlers.ts";
import { createWelcomePack } from "#modules/welcome-pack/server/index.ts";

/** A site under the rules of the UK: content and finance try every office call and campaign that can grant, alice every way to claim. */

const reason = "for the UK";
const day = 86_400_000;

let host: TestHost;
let api: TestApi;
let authenticate: ReturnType<typeof campaignParts>["accounts"]["authenticate"];
let campaigns: ReturnType<typeof campaignParts>["campaigns"];
let content: TestOperator;
let owner: TestOperator;
let other: TestOperator;
beforeAll(async () => {
  host = await testHost({ modules: "all", environment: { BONUS_PROFILE: "uk" } });
  const parts = campaignParts(host, testGiftsAtOnce);
  const { accounts, audit, operators, approvals, bonuses, conditions, notices } = parts;
  campaigns = parts.campaigns;
  authenticate = accounts.authenticate;
  const welcomePacks = createWelcomePack(host, { accounts, bonuses, approvals, audit });
  const handlers = [
    ...(welcomePacks.handlers ?? []),
    ...bonusHandlers({ bonuses }),
    ...approvalHandlers({ host, approvals }),
    ...campaignHandlers({ host, campaigns }),
    ...packHandlers({ welcomePacks }),
  ];
  const modules = [accounts, bonuses, operators, conditions, notices, { ...welcomePacks, handlers }];
  api = await testApi(host, modules, accounts.authenticate, undefined, operators.operatorOf);
  const operator = (role: "content" | "owner") => testOperator({ host, api, operators }, role);
  [content, owner, other] = [await operator("content"), await operator("owner"), await operator("owner")];
});
afterAll(async () => {
  expect(await auditBooks(host.db)).toEqual([]);
  await host.close();
});

const bonusTerms = (rest: object = {}) => ({
  name: { ru: "Подарок", en: "Gift", kz: "Сыйлық" },
  kind: "manual",
  currency: "USD",
  amount: "10",
  wager: 2,
  hours: 72,
  budget: "100",
  ends_at: new Date(host.clock.now() + 30 * day).toISOString(),
  reason,
  ...rest,
});
const packTerms = (wager: number) => ({
  title: { en: "Pack", ru: "Пакет", kz: "Пакет" },
  currency: "USD",
  players: 10,
  ends_at: new Date(host.clock.now() + 30 * day).toISOString(),
  steps: [{ percent: 100, max_amount: "20", min_deposit: "10", wager, hours: 168 }],
  reason,
});
const draftBonus = async (rest: object = {}): Promise<string> => {
  const answer = await content.call("POST /api/office/bonuses", bonusTerms(rest));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
};
const openBonus = async (rest: object = {}): Promise<string> => {
  const id = await draftBonus(rest);
  const answer = await owner.call(`POST /api/office/bonuses/${id}/activate`, { reason });
  expect(answer.status, answer.text).toBe(200);
  return id;
};
/** As if the site had been under our own rules alone when it was drafted: ten times, which is forty at a rate of 250. */
const draftedElsewhere = (id: string) =>
  host.db.query("UPDATE bonuses.campaigns SET profile = 'base', wager = 10 WHERE id = $1", [id]);
const register = async (): Promise<{ readonly id: string; readonly token: string }> => {
  const body = { email: `${randomUUID()}@example.com`, password: "correct horse", currency: "USD", agree: true };
  const { status, body: answer, text } = await api.call("POST /api/v2/auth/register/email", { body });
  expect(status, text).toBe(201);
  const session = required(await authenticate(answer.token), "a token that was just issued");
  return { id: session.player, token: answer.token };
};
const post = (path: string, token: string, body?: object) =>
  api.call(`POST ${path}`, { token, ...(body && { body }), headers: { "idempotency-key": randomUUID() } });
const claim = (id: string, token: string) => post(`/api/v1/bonuses/${id}/claim`, token);
const bonusesOf = async (player: string) =>
  (await host.db.query("SELECT id FROM bonuses.bonuses WHERE player_id = $1", [player])).rows;

test.each<[string, object, string]>([
  ["a gift of ten times", { wager: 10 }, "wager"],
  ["one of three times", { wager: 3 }, "wager"],
  ["a share of a deposit", { kind: "deposit", percent: 100, min_deposit: "10", wager: 10 }, "wager"],
  ["one with a code", { wager: 10, by_code: true }, "wager"],
  ["one for a campaign", { wager: 10, targeted: true }, "wager"],
  ["one for betting", { product: "betting", wager: 1 }, "product"],
])("refuses %s", async (_, rest, field) => {
  const answer = await content.call("POST /api/office/bonuses", bonusTerms(rest));
  expect([answer.status, answer.body.errors?.[field]?.length], answer.text).toEqual([422, 1]);
  const { rows } = await host.db.query("SELECT FROM bonuses.campaigns WHERE wager > 2 OR product = 'betting'");
  expect(rows).toEqual([]);
});

test("refuses a welcome pack with such a step, and the tables refuse it whatever writes them", async () => {
  expect((await content.call("POST /api/office/welcome-packs", packTerms(10))).body.errors).toHaveProperty("steps");
  const id = await draftBonus();
  for (const change of ["wager = 10", "product = 'betting'"])
    await expect(host.db.query(`UPDATE bonuses.campaigns SET ${change} WHERE id = $1`, [id])).rejects.toThrow();
});

test("what it allows is wagered twice, in our own games", async () => {
  const { id: alice, token } = await register();
  const campaign = await openBonus();
  const [offer] = (await api.call("GET /api/v1/bonus-offers", { token })).body.data;
  expect(offer).toMatchObject({ id: campaign, wager: 2 });
  expect(offer.games).toEqual(expect.arrayContaining(["dice", "keno"]));
  expect(offer.games).not.toEqual(expect.arrayContaining(["slots"]));
  expect((await claim(campaign, token)).status).toBe(200);
  const { rows } = await host.db.query<{ games: bigint; times: string }>(
    "SELECT games, (target / given)::text AS times FROM wagering.grants WHERE player_id = $1",
    [alice],
  );
  expect(rows[0]?.times).toBe("2");
  expect((rows[0]?.games ?? 0n) & gamesMask(["slots", "tables", "betting"].map(numberInGrant))).toBe(0n);
});

test("nothing that was drafted under other rules is offered, claimed, given by a code or activated", async () => {
  const { id: alice, token } = await register();
  const [gift, share] = [await openBonus(), await openBonus({ kind: "deposit", percent: 100, min_deposit: "10" })];
  const coded = await openBonus({ by_code: true });
  const made = await content.call(`POST /api/office/bonuses/${coded}/codes`, { word: "FORTY", count: 10, reason });
  expect(made.status, made.text).toBe(201);
  const paused = await openBonus();
  expect((await content.call(`POST /api/office/bonuses/${paused}/pause`, { reason })).status).toBe(200);
  const large = await draftBonus({ budget: "1000" });
  const { request } = (await owner.call(`POST /api/office/bonuses/${large}/activate`, { reason })).body.data;
  for (const id of [gift, share, coded, paused, large]) await draftedElsewhere(id);

  const offers = (await api.call("GET /api/v1/bonus-offers", { token })).body.data as { id: string }[];
  expect(offers.map(({ id }) => id)).not.toEqual(expect.arrayContaining([gift]));
  expect(offers.map(({ id }) => id)).not.toEqual(expect.arrayContaining([share]));
  for (const id of [gift, share, coded, paused]) expect((await claim(id, token)).body.code).toBe("bonus_unavailable");
  expect((await post("/api/v1/promo-codes", token, { code: "forty" })).body.code).toBe("promo_code_refused");
  expect(await owner.call(`POST /api/office/bonuses/${paused}/activate`, { reason })).toMatchObject({
    status: 409,
    body: { code: "bonus_other_profile", data: { drafted: "base", profile: "uk" } },
  });
  const { payload_hash } = (await other.call(`GET /api/office/approvals/${request}`)).body.data;
  const approved = await other.call(`POST /api/office/approvals/${request}/approve`, { payload_hash, reason });
  expect(approved.body.code, approved.text).toBe("bonus_other_profile");
  expect(await bonusesOf(alice)).toEqual([]);
});

test("nor is a welcome pack", async () => {
  const made = await content.call("POST /api/office/welcome-packs", packTerms(2));
  const pack = made.body.data.id;
  const openPack = () => owner.call(`POST /api/office/welcome-packs/${pack}/open`, { reason });
  await host.db.query("UPDATE welcome_pack.packs SET profile = 'base' WHERE id = $1", [pack]);
  expect((await openPack()).body.code).toBe("bonus_other_profile");
  await host.db.query("UPDATE welcome_pack.packs SET profile = 'uk' WHERE id = $1", [pack]);
  expect((await openPack()).status).toBe(200);
  const before = await register();
  expect(await bonusesOf(before.id)).toHaveLength(1);
  // Its step alone is of other rules, then the pack too.
  await host.db.query("UPDATE bonuses.campaigns SET profile = 'base', wager = 10 WHERE pack_id = $1", [pack]);
  expect(await bonusesOf((await register()).id)).toEqual([]);
  await host.db.query("UPDATE welcome_pack.packs SET profile = 'base' WHERE id = $1", [pack]);
  expect(await bonusesOf((await register()).id)).toEqual([]);
});

test("a campaign names no play as its condition, and gives nothing of other rules", async () => {
  const { id: alice } = await register();
  const bonus = await openBonus({ targeted: true });
  const segment = async (rule: object) =>
    (await content.call("POST /api/office/segments", { name: "Players", rule, reason })).body.data.id as string;
  const at = new Date(host.clock.now() + 120_000).toISOString();
  const draft = async (rule: object) => {
    const schedule = { kind: "once", day: at.slice(0, 10), time: at.slice(11, 16) };
    const ends = { ends_at: new Date(host.clock.now() + 10 * day).toISOString(), zone: "Etc/UTC" };
    const body = {
      name: "Autumn",
      segment: await segment(rule),
      gift: { kind: "bonus", id: bonus },
      budget: "100",
      control: 0,
      sample: 100,
    };
    return content.call("POST /api/office/campaigns", { ...body, ...ends, schedule, announce: [], reason });
  };
  for (const rule of [
    { fact: "bets_30d", gte: 1 },
    { not: { fact: "favourite_game", in: ["dice"] } },
    { any: [{ fact: "language", in: ["en"] }, { all: [{ fact: "vip_level", gte: 1 }] }] },
    { fact: "staked_7d", currency: "USD", gte: "1" },
    { fact: "net_loss_30d", currency: "USD", gte: "1" },
    { fact: "days_since_play", lte: 3 },
  ])
    expect((await draft(rule)).body.errors, JSON.stringify(rule)).toHaveProperty("segment");
  const made = await draft({ fact: "account_age_days", gte: 0 });
  expect(made.status, made.text).toBe(201);
  const started = await owner.call(`POST /api/office/campaigns/${made.body.data.id}/start`, { reason });
  expect(started.status, started.text).toBe(200);
  await draftedElsewhere(bonus);
  await host.clock.advance(180_000);
  await campaigns.runDue();
  const { rows } = await host.db.query("SELECT state, why FROM campaigns.members WHERE player_id = $1", [alice]);
  expect(rows).toEqual([{ state: "refused", why: "unavailable" }]);
  expect(await bonusesOf(alice)).toEqual([]);
});
