import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "#kit/testing/test-api.ts";
import { testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { type CatalogueModule, createCatalogue } from "#modules/catalogue/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { createOperators } from "#modules/operators/server/index.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { testManifest, testProvider } from "../testing/test-provider.ts";
import { catalogueHandlers } from "./handlers.ts";
import type { LimitNeeds } from "./limit-handlers.ts";

const studio = testProvider("house-studio", "House Studio");
const reason = "as the provider asked";
let host: TestHost;
let api: TestApi;
let madina: TestOperator;
let auditor: TestOperator;
let timur: TestOperator;
let raising: Parameters<LimitNeeds["approvals"]["register"]>[0];

beforeAll(async () => {
  host = await testHost({ modules: ["catalogue", "audit", "operators"] });
  const catalogue: CatalogueModule = createCatalogue(host, {
    countryOf: () => "KZ",
    regionOf: () => "KZ",
    people: { testPlayers: async () => [] },
    providers: () => [studio],
    mirrors: () => [],
  });
  const audit = createAudit(host);
  const passwords = { hash: async () => "hash", verify: async () => true };
  const messages = createMessages(host);
  const operators = createOperators(host, { audit, messages, passwords, isCommonPassword: () => false });
  const approvals: LimitNeeds["approvals"] = {
    register: kind => {
      raising = kind;
    },
    ask: () => Promise.reject(new Error("nothing is loosened here")),
  };
  const handlers = catalogueHandlers({ host, catalogue, audit, approvals });
  const office = { ...catalogue, handlers: [...(catalogue.handlers ?? []), ...handlers] };
  api = await testApi(host, [audit, operators, office], () => null, undefined, operators.operatorOf);
  madina = await testOperator({ host, api, operators }, "content");
  auditor = await testOperator({ host, api, operators }, "auditor");
  timur = await testOperator({ host, api, operators }, "risk");
});
afterAll(() => host.close());

const games = async () => (await madina.call("GET /api/office/catalogue")).body.data.games;
const game = async (slug = "altyn-dala") => (await games()).find((each: { slug: string }) => each.slug === slug);
const change = async (body: object, slug?: string) =>
  madina.call(`PUT /api/office/catalogue/${(await game(slug)).id}`, { reason, ...body });
const limit = async (limits: object, by = timur) =>
  by.call(`PUT /api/office/catalogue/${(await game()).id}/limits`, { reason, limits });
const run = (by = madina, provider = "house-studio") =>
  by.call(`POST /api/office/catalogue/providers/${provider}/import`, { reason });
const shown = async (slug = "altyn-dala") => (await api.call(`GET /api/v1/catalogue/slots/${slug}`)).body.data;
const logged = async () => {
  const { rows } = await host.db.query<{ action: string }>(
    "SELECT action FROM audit.entries WHERE action LIKE 'games.%' ORDER BY number",
  );
  return rows.map(({ action }) => action);
};

test("an import adds games hidden, with the pictures of their provider; only a broken entry is rejected", async () => {
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  studio.pictures.set("/assets/scene.svg", { type: "image/svg+xml; charset=utf-8", bytes: svg });
  studio.pictures.set("/assets/page.html", { type: "text/html", bytes: svg });
  const broken = [
    { volatility: 6 },
    { max_win: "1e3" },
    { stakes: { EUR: ["2", "1"] } },
    { title: { en: "x" } },
    { kind: "dice" },
  ];
  studio.games = [
    testManifest("altyn-dala", {
      art: { scene: "/assets/scene.svg", logo: "/assets/page.html", tile: "/assets/none.svg" },
    }),
    testManifest("altyn-dala"),
    ...broken.map((facts, index) => testManifest(`broken-${index}`, facts)),
    null,
  ];
  const { status, body } = await run();
  expect([status, body.data.added, body.data.rejected.length]).toEqual([200, ["slots/altyn-dala"], 7]);
  expect(await game()).toMatchObject({
    state: "hidden",
    categories: ["buy", "ways"],
    rtp: "96.19",
    is_connected: true,
  });
  expect((await api.call("GET /api/v1/catalogue/slots/altyn-dala")).status).toBe(404);
  expect((await change({ state: "listed" })).status).toBe(204);
  const details = await shown();
  expect(details).toMatchObject({
    ways: 243,
    hit_rate: "34.60",
    max_win: 5000,
    max_win_odds: 361_107,
    volatility: 5,
    maths: "ab".repeat(32),
    modes: [
      { mode: "base", rtp: "96.19" },
      { mode: "buy", rtp: "95.57", buy: "65" },
    ],
    unavailable: null,
    stakes: { currency: "KZT", min: "50", max: "50000" },
    art: { scene: expect.stringMatching(/^\/art\/[0-9a-f]{64}$/) },
  });
  expect(Object.keys(details.art)).toEqual(["scene"]);
});

test("an import again changes what the provider states and keeps what operators decided; a game that is gone is disabled", async () => {
  await change({ rank: 3, badge: "hot", categories: ["books"] });
  const lowered = { KZT: { min: "100", max: "500" } };
  expect((await limit(lowered, madina)).status).toBe(403);
  expect((await limit(lowered)).body.data).toEqual({ request: null });
  studio.games = [
    testManifest("altyn-dala", { volatility: 4 }),
    testManifest("crown-assay", { title: { en: "Crown Assay", ru: "Пробирная палата", kk: "Сынама палатасы" } }),
  ];
  expect((await run()).body.data).toMatchObject({
    changed: ["slots/altyn-dala"],
    added: ["slots/crown-assay"],
    gone: [],
  });
  expect(await shown()).toMatchObject({ volatility: 4, badge: "hot", stakes: { min: "500", max: "500" } });
  expect(await game()).toMatchObject({ rank: 3, categories: ["books"], state: "listed" });
  studio.games = [testManifest("crown-assay")];
  expect((await run()).body.data.gone).toEqual(["slots/altyn-dala"]);
  expect((await shown()).unavailable.reason).toBe("provider");
  studio.games = [testManifest("altyn-dala"), testManifest("crown-assay")];
  await run();
  expect(await game()).toMatchObject({ state: "listed", state_reason: null });
});

test("features and paytable are shown in the caller's language with pictures of this site, and go when the provider takes them back", async () => {
  const titles = (name: string) => ({ en: name, ru: `${name} по-русски`, kk: `${name} қазақша` });
  const symbol = (name: string, facts: object) => ({
    symbol: name,
    title: titles(name),
    role: "pay",
    pays: [],
    ...facts,
  });
  const pays = [
    { count: 3, multiple: "0.5" },
    { count: 5, multiple: "500" },
  ];
  const rules = {
    features: [{ symbol: "book", title: titles("Three books"), text: titles("Ten free spins") }],
    paytable: {
      counts: "exact",
      symbols: [
        symbol("book", { role: "wild", picture: "/assets/scene.svg" }),
        symbol("sun", { pays, picture: "/assets/page.html" }),
      ],
    },
    par: "/assets/par.html",
  };
  const paytable = (facts: object) => ({
    rules: { ...rules, paytable: { ...rules.paytable, symbols: [symbol("sun", facts)] } },
  });
  studio.games = [
    testManifest("altyn-dala", { rules }),
    testManifest("bad-count", paytable({ pays: [{ count: 0, multiple: "1" }] })),
    testManifest("bad-multiple", paytable({ pays: [{ count: 3, multiple: "1e3" }] })),
    testManifest("bad-picture", paytable({ picture: "https://elsewhere.example/sun.svg" })),
    testManifest("bad-sheet", { rules: { ...rules, par: "javascript:alert(1)" } }),
  ];
  expect((await run()).body.data.rejected.toSorted()).toEqual([
    "bad-count",
    "bad-multiple",
    "bad-picture",
    "bad-sheet",
  ]);
  const inKazakh = await api.call("GET /api/v1/catalogue/slots/altyn-dala", { headers: { "accept-language": "kk" } });
  const picture = expect.stringMatching(/^\/art\/[0-9a-f]{64}$/);
  expect(inKazakh.body.data.rules).toEqual({
    features: [{ title: "Three books қазақша", text: "Ten free spins қазақша", picture }],
    paytable: {
      counts: "exact",
      symbols: [
        { title: "book қазақша", role: "wild", picture, pays: [] },
        { title: "sun қазақша", role: "pay", picture: null, pays: pays.toReversed() },
      ],
    },
    par: "https://games.house-studio.example/assets/par.html",
  });
  studio.games = [testManifest("altyn-dala")];
  await run();
  expect((await shown()).rules).toBeNull();
});

test("a provider that is down, empty or unknown changes nothing", async () => {
  const [before, entries] = [await games(), await logged()];
  studio.isDown = true;
  expect((await run()).body.code).toBe("unavailable");
  studio.isDown = false;
  const untitled = { ...testManifest("altyn-dala"), title: { en: "", ru: "", kk: "" } };
  for (const list of [[], [null], [{ game: "x" }], [untitled]]) {
    studio.games = list;
    expect((await run()).body.code).toBe("manifest_invalid");
  }
  expect((await run(madina, "nobody")).body.code).toBe("provider_unknown");
  expect(await games()).toEqual(before);
  expect(await logged()).toEqual(entries);
});

test("each change is in the audit log; what does not fit is refused by its field and changes nothing", async () => {
  const [before, entries] = [await game(), await logged()];
  const bad: readonly (readonly [string, object])[] = [
    ["state_reason", { state: "disabled" }],
    ["maintenance_until", { state: "maintenance", maintenance_until: new Date(host.clock.now()).toISOString() }],
    ["maintenance_until", { maintenance_until: "tomorrow" }],
    ["rank", { rank: 0 }],
    ["rank", { rank: 1.5 }],
    ["rank", { rank: 1_000_000 }],
    ["badge", { badge: "best" }],
    ["countries", { countries: ["KAZ"] }],
    ["currencies", { currencies: ["USD"] }],
    ["reason", { reason: "" }],
  ];
  for (const [field, body] of bad) {
    const answer = await change(body);
    expect(answer.status, JSON.stringify(body)).toBe(422);
    expect(Object.keys(answer.body.errors).join(), JSON.stringify(body)).toContain(field);
  }
  for (const bad of [{ USD: { min: "1", max: "2" } }, { EUR: { min: "200", max: "300" } }, { EUR: { min: "1" } }])
    expect(Object.keys((await limit(bad)).body.errors).join(), JSON.stringify(bad)).toContain("limits");
  expect(await game()).toEqual(before);
  expect(await logged()).toEqual(entries);
  const until = new Date(host.clock.now() + 60_000).toISOString();
  expect((await change({ state: "maintenance", maintenance_until: until })).status).toBe(204);
  expect((await shown()).unavailable).toEqual({ reason: "maintenance", until });
  expect((await change({ state: "listed", countries: ["RU"] })).status).toBe(204);
  expect(await game()).toMatchObject({ maintenance_until: null, countries: ["RU"] });
  expect((await shown()).unavailable.reason).toBe("region");
  expect(await logged()).toEqual([...entries, "games.change", "games.change"]);
});

test("who may only read changes nothing", async () => {
  expect((await auditor.call("GET /api/office/catalogue")).status).toBe(200);
  expect((await run(auditor)).status).toBe(403);
  const id = (await game()).id;
  expect((await auditor.call(`PUT /api/office/catalogue/${id}`, { state: "hidden", reason })).status).toBe(403);
  expect((await madina.call(`PUT /api/office/catalogue/0190a1b2-0000-7000-8000-000000000000`, { reason })).status).toBe(
    404,
  );
});

test("limits that were lowered while raising them was approved stay as they are", async () => {
  const { id, limits } = await game();
  const raise = (before: string) => {
    const payload = {
      game: id,
      title: "Altyn dala",
      before,
      after: "EUR 1-2",
      limits: { EUR: { min: "1", max: "2" } },
    };
    const asked = { id: host.ids.next(), subject: "game:slots/altyn-dala", payload, reason };
    const request = { ...asked, askedBy: host.ids.next(), askedName: "Timur" };
    return host.db.tx(tx => raising.run(tx, request, { id: host.ids.next(), name: "Serik" } as never));
  };
  await expect(raise("EUR 1-1.5")).rejects.toThrow("request_stale");
  expect((await game()).limits).toEqual(limits);
});
