import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { TestApi, TestCall } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, testPeople } from "#modules/accounts/testing/test-people.ts";
import { addGame } from "../testing/add-game.ts";
import { testProvider } from "../testing/test-provider.ts";
import { type CatalogueModule, createCatalogue } from "./index.ts";

const day = 86_400_000;
const reels = testProvider("reels", "Reels of Example");
/** Where the caller is: `::1` is the address of a test's calls. */
let country: string | null = "KZ";
const tests: string[] = [];

let host: TestHost;
let api: TestApi;
let catalogue: CatalogueModule;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  host = await testHost({ modules: ["catalogue"] });
  catalogue = createCatalogue(host, {
    countryOf: () => country,
    regionOf: () => (country === "KZ" ? "KZ" : "RU"),
    profileOf: place => (place === "GB" ? "uk" : "base"),
    people: { testPlayers: async () => tests as never },
    providers: () => [reels],
    mirrors: () => [],
    potOf: async currency => micros(currency === "EUR" ? 1_234_560_000n : 7_000_000n),
  });
  const people = await testPeople(host, createAccounts(host), [catalogue]);
  api = people.api;
  alice = await people.person("alice", "EUR");
  bob = await people.person("bob", "EUR");
});
afterAll(() => host.close());

const list = async (kind: string, query = "", call: TestCall = {}) =>
  (await api.call(`GET /api/v1/catalogue/${kind}${query}`, call)).body.data;
const slugs = async (query: string, call: TestCall = {}, kind = "slots") =>
  (await list(kind, query, call)).items.map(({ slug }: { slug: string }) => slug);
const add = (slug: string, facts: Readonly<Record<string, unknown>> = {}) =>
  addGame(host.db, slug, { added_at: new Date(host.clock.now() - 100 * day), ...facts });
const job = (name: string) => catalogue.jobs?.find(each => each.name === name)?.run(null);

interface Badged {
  readonly slug: string;
  readonly badge: string | null;
}

test("without rows the lists are empty, and every game is 404", async () => {
  for (const kind of ["slots", "live-casino"]) {
    expect(await list(kind)).toMatchObject({ items: [], providers: [], facets: { total: 0 }, next_cursor: null });
    for (const call of ["GET /api/v1/catalogue", "POST /api/v1/catalogue"]) {
      const path = `${call}/${kind}/some-game${call.startsWith("POST") ? "/play" : ""}`;
      expect((await api.call(path, { token: alice.token })).body.code).toBe("not_found");
    }
  }
  expect((await api.call("GET /api/v1/catalogue/poker")).status).toBe(404);
});

test("live tables are shown as their provider reports them, in the caller's language, and requested once a second", async () => {
  const mark = (en: string, ru: string, kk: string) => ({ text: { en, ru, kk }, tone: "red" as const });
  const live = (call: TestCall = {}) =>
    api.call("GET /api/v1/live-tables", call).then(({ body }) => body.data.tables as Record<string, unknown>[]);
  reels.live = [
    { game: "baccarat", phase: "betting", closes_in_ms: 9_000, players: 4, results: [mark("B", "Б", "Б")] },
  ];
  reels.asked = 0;
  await host.clock.advance(2_000);
  expect(await live({ headers: { "accept-language": "ru" } })).toEqual([
    {
      provider: "reels",
      slug: "baccarat",
      phase: "betting",
      closes_in_ms: 9_000,
      players: 4,
      results: [{ text: "Б", tone: "red" }],
    },
  ]);
  await host.clock.advance(400);
  expect(await live()).toMatchObject([{ closes_in_ms: 8_600, results: [{ text: "B" }] }]);
  expect(reels.asked).toBe(1);
  reels.live = [{ game: "baccarat", phase: "betting", closes_in_ms: 200, players: 4, results: [] }];
  await host.clock.advance(1_000);
  await live();
  await host.clock.advance(300);
  expect(await live()).toMatchObject([{ phase: "closed", closes_in_ms: null }]);
  reels.isDown = true;
  await host.clock.advance(1_000);
  expect(await live()).toEqual([]);
  expect(reels.asked).toBe(3);
  reels.isDown = false;
});

describe("with games of two providers, one of them connected", () => {
  beforeAll(async () => {
    await host.db.query(
      "INSERT INTO catalogue.providers (id, title) VALUES ('reels', 'Reels of Example'), ('tables', 'Tables 100%')",
    );
    await add("altyn", {
      title: "Golden Steppe",
      title_ru: "Алтын Дала",
      title_kk: "Алтын дала",
      search: "golden steppe altyn dala reels of example",
      categories: ["ways", "buy"],
      tags: ["steppe"],
      rtp: 9620,
      volatility: 5,
      stakes: JSON.stringify({ EUR: ["0.10", "1", "100"], KZT: ["50", "50000"] }),
      limits: JSON.stringify({ EUR: { min: "1", max: "50" } }),
    });
    await add("berkut", { title: "Berkut", has_demo: false, rtp: 9400, volatility: 2, categories: ["ways"] });
    await add("hidden", { title: "Hidden", state: "hidden" });
    await add("stray", { title: "Stray", rtp: 9700, volatility: 3 });
    await add("altyn", {
      kind: "live-casino",
      provider_id: "tables",
      title: "Roulette",
      search: "roulette tables 100",
    });
  });

  test("a game with a jackpot says what it holds in the caller's currency; others have none", async () => {
    await add("fair", { has_jackpot: true });
    const potOf = async (slug: string, call: TestCall = {}) =>
      (await api.call(`GET /api/v1/catalogue/slots/${slug}`, call)).body.data.pot;
    expect(await potOf("fair", { token: alice.token })).toEqual({ currency: "EUR", amount: "1234.56" });
    expect(await potOf("fair")).toMatchObject({ amount: "7" });
    expect(await potOf("altyn", { token: alice.token })).toBeNull();
    await host.db.query("DELETE FROM catalogue.games WHERE slug = 'fair'");
  });

  test("a list has the listed games, by title, and is searched by title and provider", async () => {
    expect(await slugs("?sort=title")).toEqual(["berkut", "altyn", "stray"]);
    const [, altyn] = (await list("slots", "?sort=title", { token: alice.token })).items;
    expect(altyn).toMatchObject({
      kind: "slots",
      title: "Golden Steppe",
      provider: { id: "reels", title: "Reels of Example" },
      rtp: "96.20",
      volatility: 5,
      max_win: 5000,
      has_demo: true,
      is_connected: true,
      badge: null,
      stakes: { currency: "EUR", min: "1", max: "1" },
    });
    expect(await slugs("?search=BERK")).toEqual(["berkut"]);
    expect(await slugs(`?search=${encodeURIComponent("100%")}`, {}, "live-casino")).toEqual(["altyn"]);
    expect(await slugs("?search=%25")).toEqual([]);
    expect(await slugs("?provider=tables")).toEqual([]);
    expect((await api.call("GET /api/v1/catalogue/slots/hidden")).status).toBe(404);
  });

  test("a search bears one typo in five letters and either alphabet, and the best match is first", async () => {
    await add("altynai", { title: "Altynai", search: "altynai reels of example" });
    for (const search of ["алтин", "altun dala", "ALTYN-DALA", "gloden", "step"])
      expect(await slugs(`?search=${encodeURIComponent(search)}`), search).toContain("altyn");
    expect(await slugs("?search=altyn")).toEqual(["altyn", "altynai"]);
    expect(await slugs("?search=altynai")).toEqual(["altynai"]);
    expect(await slugs("?search=elten")).toEqual([]);
    expect((await list("slots", "?search=steppe", { headers: { "accept-language": "kk" } })).items[0].title).toBe(
      "Алтын дала",
    );
    await host.db.query("DELETE FROM catalogue.games WHERE slug = 'altynai'");
  });

  test("filters and orders narrow a list, and the counts are of what the search found", async () => {
    expect(await slugs("?category=ways&sort=rtp")).toEqual(["altyn", "berkut"]);
    expect(await slugs("?tag=steppe")).toEqual(["altyn"]);
    expect(await slugs("?volatility=2")).toEqual(["berkut"]);
    expect(await slugs("?rtp_min=96.2&sort=rtp")).toEqual(["stray", "altyn"]);
    const { facets } = await list("slots", "?category=buy");
    expect(facets).toMatchObject({
      total: 3,
      new: 0,
      categories: [
        { value: "ways", count: 2 },
        { value: "buy", count: 1 },
      ],
      providers: [{ id: "reels", title: "Reels of Example", count: 3 }],
    });
    expect((await list("slots", "?search=berkut")).facets.total).toBe(1);
    for (const bad of ["category=none", "sort=best", "volatility=6", "rtp_min=1e3", "cursor=1", "tag=%00", "new=2"])
      expect((await api.call(`GET /api/v1/catalogue/slots?${bad}`)).status, bad).toBe(422);
  });

  test("a long list comes in parts, without a gap and without a double", async () => {
    for (let number = 0; number < 70; number++)
      await add(`many-${number}`, { title: "Same title", rtp: 9000 + (number % 3) });
    for (const order of ["search=same", "sort=rtp&search=same", "sort=new&search=same", "sort=popular&search=same"]) {
      const first = await list("slots", `?${order}`);
      const rest = await list("slots", `?${order}&cursor=${first.next_cursor}`);
      expect([first.items.length, rest.items.length, rest.next_cursor], order).toEqual([60, 10, null]);
      expect(rest.facets).toBeNull();
      const ids = [...first.items, ...rest.items].map(({ id }: { id: string }) => id);
      expect(new Set(ids).size).toBe(70);
    }
    await host.db.query("DELETE FROM catalogue.games WHERE slug LIKE 'many-%'");
  });

  test("a game is offered by country, region profile and currency: others see neither it in the list nor a way in", async () => {
    await add("local", { title: "Local", countries: ["KZ"] });
    await add("calm", { title: "Calm", profiles: ["base"] });
    await add("banned", { title: "Banned", blocked_countries: ["KZ"] });
    await add("dollars", { title: "Dollars", stakes: JSON.stringify({ USD: ["1"] }) });
    await add("euros", { title: "Euros", currencies: ["USD"], stakes: JSON.stringify({ EUR: ["1"], USD: ["1"] }) });
    const all = ["altyn", "banned", "berkut", "calm", "dollars", "euros", "local", "stray"];
    const here = async (place: string | null, call: TestCall = {}) => {
      country = place;
      const found = (await slugs("", call)).sort();
      country = "KZ";
      return all.filter(slug => !found.includes(slug));
    };
    expect(await here("KZ")).toEqual(["banned"]);
    expect(await here("GB")).toEqual(["calm", "local"]);
    expect(await here(null)).toEqual(["local"]);
    expect(await here("KZ", { token: alice.token })).toEqual(["banned", "dollars", "euros"]);
    for (const [slug, reason] of [
      ["banned", "region"],
      ["dollars", "currency"],
      ["euros", "currency"],
    ]) {
      const { body } = await api.call(`GET /api/v1/catalogue/slots/${slug}`, { token: alice.token });
      expect(body.data.unavailable).toEqual({ reason, until: null });
      const refused = await api.call(`POST /api/v1/catalogue/slots/${slug}/play`, { token: alice.token });
      expect([refused.status, refused.body.code, refused.body.data]).toEqual([
        409,
        "game_not_available",
        { reason, until: null },
      ]);
    }
    await host.db.query("DELETE FROM catalogue.games WHERE slug = ANY ($1)", [
      ["local", "calm", "banned", "dollars", "euros"],
    ]);
  });

  test("demo opens for all visitors without an identity; play opens for a player only", async () => {
    const demo = await api.call("POST /api/v1/catalogue/slots/altyn/demo", { token: alice.token });
    expect(demo.body).toEqual({ data: { url: "https://games.reels.example/altyn#launch=demo" } });
    expect(reels.openings.at(-1)?.session).toBeNull();
    expect((await api.call("POST /api/v1/catalogue/slots/altyn/play")).status).toBe(401);
    const play = await api.call("POST /api/v1/catalogue/slots/altyn/play", { token: alice.token });
    expect(play.body.data.url).toBe("https://games.reels.example/altyn#launch=play");
    expect(reels.openings.at(-1)).toMatchObject({
      mode: "play",
      session: { player: alice.id },
      currency: "EUR",
      country: "KZ",
      parentOrigin: expect.stringMatching(/^http:\/\/fairhouse\.localhost/),
    });
  });

  test("a game that cannot be opened says why: no demo, no provider, hidden, or a provider that leads elsewhere", async () => {
    const refusal = async (path: string) => {
      const { status, body } = await api.call(`POST /api/v1/catalogue/${path}`, { token: alice.token });
      return [status, body.code];
    };
    expect(await refusal("slots/berkut/demo")).toEqual([409, "no_demo"]);
    expect(await refusal("live-casino/altyn/demo")).toEqual([409, "provider_not_connected"]);
    expect(await refusal("live-casino/altyn/play")).toEqual([409, "provider_not_connected"]);
    expect(await refusal("slots/hidden/play")).toEqual([404, "not_found"]);
    expect(await refusal("slots/stray/play")).toEqual([500, "internal"]);
    reels.isDown = true;
    expect(await refusal("slots/altyn/play")).toEqual([503, "unavailable"]);
    reels.isDown = false;
    country = null;
    expect(await refusal("slots/altyn/demo")).toEqual([451, "region_unknown"]);
    country = "KZ";
  });

  test("maintenance shows its end and is over then; a disabled game keeps its page, and similar games stand there", async () => {
    const until = new Date(host.clock.now() + 3_600_000);
    await host.db.query(
      "UPDATE catalogue.games SET state = 'maintenance', maintenance_until = $1 WHERE slug = 'berkut'",
      [until],
    );
    const refused = await api.call("POST /api/v1/catalogue/slots/berkut/play", { token: alice.token });
    expect(refused.body.data).toEqual({ reason: "maintenance", until: until.toISOString() });
    expect((await list("slots", "?search=berkut")).items[0].maintenance).toEqual({ until: until.toISOString() });
    await job("catalogue-maintenance");
    expect((await list("slots", "?search=berkut")).items[0].maintenance).toBeDefined();
    await host.pass(3_600_000);
    await job("catalogue-maintenance");
    expect((await list("slots", "?search=berkut")).items[0].maintenance).toBeUndefined();

    await host.db.query(
      "UPDATE catalogue.games SET state = 'disabled', state_reason = 'retired' WHERE slug = 'berkut'",
    );
    expect(await slugs("?search=berkut")).toEqual([]);
    const { data } = (await api.call("GET /api/v1/catalogue/slots/berkut")).body;
    expect(data.unavailable).toEqual({ reason: "retired", until: null });
    expect(data.similar.map(({ slug }: { slug: string }) => slug)).toEqual(["altyn", "stray"]);
    await host.db.query("UPDATE catalogue.games SET state = 'listed', state_reason = NULL WHERE slug = 'berkut'");
  });

  test("popular counts the players of 7 days, each once and no test player; an operator's order comes first; new is 30 days", async () => {
    const play = (person: Person, slug: string) =>
      api.call(`POST /api/v1/catalogue/slots/${slug}/play`, { token: person.token });
    for (const person of [alice, bob, bob]) await play(person, "berkut");
    await play(alice, "altyn");
    await job("catalogue-popular");
    expect((await slugs("?sort=popular"))[0]).toBe("berkut");
    tests.push(bob.id, alice.id);
    await job("catalogue-popular");
    expect(await slugs("?sort=popular")).toEqual(["berkut", "altyn", "stray"]);
    tests.length = 0;
    await host.db.query("UPDATE catalogue.games SET rank = 1 WHERE slug = 'stray'");
    await job("catalogue-popular");
    expect((await slugs(""))[0]).toBe("stray");
    await host.db.query("UPDATE catalogue.games SET rank = NULL");
    await host.pass(8 * day);
    await job("catalogue-popular");
    const { rows } = await host.db.query(
      "SELECT sum(players_7d)::int AS n, (SELECT count(*)::int FROM catalogue.plays) AS rows FROM catalogue.games",
    );
    expect(rows[0]).toEqual({ n: 0, rows: 0 });

    await add("fresh", { title: "Fresh", added_at: new Date(host.clock.now() - 29 * day) });
    expect(await slugs("?new=1")).toEqual(["fresh"]);
    expect((await list("slots")).facets.new).toBe(1);
    await host.pass(2 * day);
    expect(await slugs("?new=1")).toEqual([]);
    await host.db.query("DELETE FROM catalogue.games WHERE slug = 'fresh'");
    // Of the games that the catalogue opened with none is new, a day later every game is.
    const badges = async () =>
      Object.fromEntries((await list("slots")).items.map(({ slug, badge }: Badged) => [slug, badge]));
    await host.db.query("UPDATE catalogue.games SET added_at = $1", [new Date(host.clock.now())]);
    expect([await slugs("?new=1"), await badges()]).toEqual([[], { stray: null, berkut: null, altyn: null }]);
    await host.pass(day);
    await add("fresh", { title: "Fresh", added_at: new Date(host.clock.now()) });
    expect([await slugs("?new=1"), (await list("slots")).facets.new]).toEqual([["fresh"], 1]);
    expect(await badges()).toMatchObject({ fresh: "new", stray: null });
    await host.db.query("DELETE FROM catalogue.games WHERE slug = 'fresh'");
  });

  test("favourites and recent games are the player's own; a guest's are added at login, once", async () => {
    const own = async (person: Person) => {
      const { data } = (await api.call("GET /api/v1/me/games", { token: person.token })).body;
      const of = (games: { slug: string }[]) => games.map(({ slug }) => slug);
      return [of(data.favourites), of(data.recent)];
    };
    const mark = (slug: string, favourite: unknown) =>
      api.call(`PUT /api/v1/me/games/slots/${slug}`, { token: alice.token, body: { favourite } });
    await host.db.query("DELETE FROM catalogue.recent");
    expect((await mark("stray", true)).status).toBe(204);
    expect((await mark("stray", true)).status).toBe(204);
    expect(await own(alice)).toEqual([["stray"], []]);
    const named = (...names: string[]) => names.map(slug => ({ kind: "slots", slug }));
    const body = { favourites: named("berkut", "altyn", "stray", "nothing"), recent: named("altyn", "hidden") };
    for (let times = 0; times < 2; times++) await api.call("POST /api/v1/me/games", { token: alice.token, body });
    const [favourites, recent] = await own(alice);
    expect([favourites?.sort(), recent]).toEqual([["altyn", "berkut", "stray"], ["altyn"]]);
    expect(await own(bob)).toEqual([[], []]);
    expect((await mark("stray", false)).status).toBe(204);
    expect((await own(alice))[0]?.sort()).toEqual(["altyn", "berkut"]);
    expect((await mark("nothing", true)).status).toBe(404);
    expect((await mark("stray", "yes")).status).toBe(422);
    expect((await api.call("GET /api/v1/me/games")).status).toBe(401);
    const many = Array.from({ length: 101 }, () => ({ kind: "slots", slug: "altyn" }));
    const tooMany = await api.call("POST /api/v1/me/games", {
      token: alice.token,
      body: { favourites: many, recent: [] },
    });
    expect(tooMany.status).toBe(422);
    expect(await catalogue.personalData?.(alice.id)).toMatchObject({ recent: ["slots/altyn"] });
    await host.db.tx(async tx => catalogue.onAccountClosed?.(tx, alice.id));
    expect(await own(alice)).toEqual([[], []]);
  });
});

test("start refuses a provider whose games stand on a host of the casino; one connected later has no frame", async () => {
  const own = testProvider("own", "Own", "http://studio.fairhouse.localhost:3200");
  const mirror = testProvider("mirror", "Mirror", "https://games.mirror.example");
  const made = (...providers: (typeof own)[]) =>
    createCatalogue(host, {
      countryOf: () => "KZ",
      regionOf: () => "KZ",
      people: { testPlayers: async () => [] },
      providers: () => providers,
      mirrors: () => ["mirror.example"],
    });
  for (const bad of [own, mirror]) {
    await expect(made(reels, bad).start?.()).rejects.toThrow("a host of the casino");
    expect(made(reels, bad).origins()).toEqual(["https://games.reels.example"]);
    expect(made(reels, bad).provider(bad.id)).toBeUndefined();
  }
  await expect(made(reels).start?.()).resolves.toBeUndefined();
});
