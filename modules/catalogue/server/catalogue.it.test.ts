import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createCatalogue, type Opening } from "./index.ts";

let host: TestHost;
let api: TestApi;
let alice: Person;
const opened: Opening[] = [];

beforeAll(async () => {
  host = await testHost({ modules: ["catalogue"] });
  const origin = "https://games.reels.example";
  const open = async (opening: Opening) => {
    opened.push(opening);
    return opening.slug === "stray" ? "https://elsewhere.example/" : `${origin}/${opening.slug}?mode=${opening.mode}`;
  };
  const catalogue = createCatalogue(host, { providers: [{ id: "reels", origin, open }] });
  const people = await testPeople(host, createAccounts(host), [catalogue]);
  api = people.api;
  alice = await people.person("alice");
});
afterAll(() => host.close());

const list = async (kind: string, query = "") => (await api.call(`GET /api/v1/catalogue/${kind}${query}`)).body.data;

async function add(
  slug: string,
  facts: { kind?: string; provider?: string; title?: string; demo?: boolean; listed?: boolean } = {},
) {
  const { kind = "slots", provider = "reels", title = slug, demo = true, listed = true } = facts;
  await host.db.query(
    `INSERT INTO catalogue.games (id, kind, slug, provider_id, title, rtp, volatility, max_win, has_demo, is_listed, added_at)
     VALUES ($1, $2, $3, $4, $5, 9620, 'high', 5000, $6, $7, $8)`,
    [randomUUID(), kind, slug, provider, title, demo, listed, new Date(host.clock.now())],
  );
}

test("without rows the lists are empty, and every game is 404", async () => {
  for (const kind of ["slots", "live-casino"]) {
    expect(await list(kind)).toEqual({ items: [], providers: [], next_cursor: null });
    for (const call of ["GET /api/v1/catalogue", "POST /api/v1/catalogue"]) {
      const path = `${call}/${kind}/some-game${call.startsWith("POST") ? "/play" : ""}`;
      expect((await api.call(path, { token: alice.token })).body.code).toBe("not_found");
    }
  }
  expect((await api.call("GET /api/v1/catalogue/poker")).status).toBe(404);
});

describe("with games of two providers, one of them connected", () => {
  beforeAll(async () => {
    await host.db.query(
      "INSERT INTO catalogue.providers (id, title) VALUES ('reels', 'Reels of Example'), ('tables', 'Tables 100%')",
    );
    await add("altyn", { title: "Altyn" });
    await add("berkut", { title: "Berkut", demo: false });
    await add("hidden", { title: "Hidden", listed: false });
    await add("stray", { title: "Stray" });
    await add("altyn", { kind: "live-casino", provider: "tables", title: "Roulette" });
  });

  test("a list has the listed games, by title, and is searched by title and provider", async () => {
    const all = await list("slots");
    expect(all.items.map(({ slug }: { slug: string }) => slug)).toEqual(["altyn", "berkut", "stray"]);
    expect(all.items[0]).toMatchObject({
      ...{ kind: "slots", title: "Altyn", provider: { id: "reels", title: "Reels of Example" }, rtp: "96.20" },
      ...{ volatility: "high", max_win: 5000, has_demo: true, is_connected: true },
    });
    const found = async (kind: string, query: string) =>
      (await list(kind, query)).items.map(({ slug }: { slug: string }) => slug);
    expect(await found("slots", "?search=BERK")).toEqual(["berkut"]);
    expect(await found("live-casino", `?search=${encodeURIComponent("100%")}`)).toEqual(["altyn"]);
    expect(await found("slots", "?search=%25")).toEqual([]);
    expect(await found("slots", "?provider=tables")).toEqual([]);
    expect((await api.call("GET /api/v1/catalogue/slots/hidden")).status).toBe(404);
  });

  test("a long list comes in parts, without gaps or duplicates", async () => {
    for (let number = 0; number < 70; number++) await add(`many-${number}`, { title: "Same title" });
    const first = await list("slots", "?search=same");
    const rest = await list("slots", `?search=same&cursor=${first.next_cursor}`);
    expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([60, 10, null]);
    const ids = [...first.items, ...rest.items].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(70);
  });

  test("demo opens for all visitors without an identity; play opens for a player only", async () => {
    const demo = await api.call("POST /api/v1/catalogue/slots/altyn/demo", { token: alice.token });
    expect(demo.body).toEqual({ data: { url: "https://games.reels.example/altyn?mode=demo" } });
    expect(opened.at(-1)?.session).toBeNull();
    expect((await api.call("POST /api/v1/catalogue/slots/altyn/play")).status).toBe(401);
    const play = await api.call("POST /api/v1/catalogue/slots/altyn/play", { token: alice.token });
    expect(play.body.data.url).toBe("https://games.reels.example/altyn?mode=play");
    expect(opened.at(-1)).toMatchObject({ mode: "play", session: { player: alice.id } });
  });

  test("a game that cannot be opened gives the reason: no demo, no provider, hidden, or a provider with another origin", async () => {
    const refusal = async (path: string) => {
      const { status, body } = await api.call(`POST /api/v1/catalogue/${path}`, { token: alice.token });
      return [status, body.code];
    };
    expect(await refusal("slots/berkut/demo")).toEqual([409, "no_demo"]);
    expect(await refusal("live-casino/altyn/demo")).toEqual([409, "provider_not_connected"]);
    expect(await refusal("live-casino/altyn/play")).toEqual([409, "provider_not_connected"]);
    expect(await refusal("slots/hidden/play")).toEqual([404, "not_found"]);
    expect(await refusal("slots/stray/play")).toEqual([500, "internal"]);
  });
});
