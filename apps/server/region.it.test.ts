import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { dependsOnRegion, type Route, routeName } from "#kit/contract/route.ts";
import { testDatabase } from "#kit/testing/test-database.ts";
import { testConfig } from "#kit/testing/test-host.ts";
import { type Running, startServer } from "./start-server.ts";

/**
 * The caller's country decides over play, deposits and registration, on both transports, whatever the client claims. Addresses
 * arrive as behind a trusted proxy.
 */

const places = {
  kazakhstan: "2.132.10.20",
  "the United States": "8.8.8.8",
  "nowhere that is known": "192.0.2.1",
} as const;
type Place = keyof typeof places;
const refusals: Partial<Record<Place, string>> = {
  "the United States": "region_blocked",
  "nowhere that is known": "region_unknown",
};

type Database = Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
let running: Running;
let routes: readonly Route[];
let token: string;

beforeAll(async () => {
  database = await testDatabase({ sources: [] });
  running = await startServer(testConfig({ DATABASE_URL: database.url, TRUSTED_PROXIES: "127.0.0.1" }));
  routes = running.modules.all.flatMap(({ handlers = [] }) => handlers.map(({ route }) => route));
  const { geo } = running.modules;
  await running.host.db.tx(async tx => {
    for (const country of ["US", "GB", "FR", "NL"]) await geo.block(tx, country, "all");
  });
  await vi.waitUntil(() => geo.isBlocked(places["the United States"]), { timeout: 60_000 });
  const body = { email: "alice@example.com", password: "correct horse", currency: "USD", agree: true };
  token = (await call("POST", "/api/v2/auth/register/email", "kazakhstan", { body })).body.token;
});
afterAll(async () => {
  await running.stop();
  await database.close();
});

interface Given {
  readonly body?: object;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a body; types would only repeat it.
type Answer = { status: number; body: any };

/** By the API's host name, which Node does not resolve, so with an explicit Host header. */
function call(method: string, path: string, place: Place, given: Given = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port: running.port,
        method,
        path,
        headers: {
          host: "api.fairhouse.localhost",
          "x-forwarded-for": places[place],
          "idempotency-key": randomUUID(),
          ...(given.body && { "content-type": "application/json" }),
          ...(given.token && { authorization: `Bearer ${given.token}` }),
          ...given.headers,
        },
      },
      answer => {
        let text = "";
        answer.setEncoding("utf8").on("data", piece => {
          text += piece;
        });
        answer.on("end", () => {
          const isJson = answer.headers["content-type"]?.startsWith("application/json");
          resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : text });
        });
      },
    );
    asked.on("error", reject).end(given.body && JSON.stringify(given.body));
  });
}

const pathOf = (route: Route) => route.path.replace(/:[a-z_]+/gi, randomUUID());
const ask = (route: Route, place: Place, headers: Readonly<Record<string, string>> = {}) =>
  call(route.method, pathOf(route), place, { token, headers, ...(route.method !== "GET" && { body: {} }) });

describe("the classification", () => {
  test("requires a country for every stake, deposit and registration", () => {
    for (const route of routes) {
      const name = routeName(route);
      if (route.caller === "provider") continue;
      if (/\/register\//.test(route.path)) expect(dependsOnRegion(route), name).toBe(true);
      if (route.moves === "deposit") expect(dependsOnRegion(route), name).toBe(true);
      // A call that continues an open bet names the bet, and no stake.
      if (route.moves === "wager" && !dependsOnRegion(route)) {
        expect(name).toMatch(/\/:/);
        expect(JSON.stringify(route.body ?? null), name).not.toContain("stake");
      }
    }
    expect(routes.filter(dependsOnRegion).length).toBeGreaterThan(4);
  });
});

describe.each(["the United States", "nowhere that is known"] as const)("from %s", place => {
  test("every call that requires a country is refused over HTTP, and no other one", async () => {
    for (const route of routes) {
      if (route.caller === "provider" || route.caller === "operations" || route.path === "/geo_ip") continue;
      if (/logout|sessions/.test(route.path)) continue;
      const { status, body } = await ask(route, place);
      const expected = dependsOnRegion(route) ? refusals[place] : undefined;
      expect([routeName(route), status === 451 ? body.code : undefined]).toEqual([routeName(route), expected]);
    }
  });

  test("and over the socket", async () => {
    const ws = new WebSocket(`ws://127.0.0.1:${running.port}/ws`, {
      headers: { host: "api.fairhouse.localhost", "x-forwarded-for": places[place] },
    });
    const received = new Map<number, Answer>();
    const all = routes.filter(route => route.socket === true);
    const done = new Promise<void>((resolve, reject) => {
      ws.once("error", reject);
      ws.on("message", data => {
        const message = JSON.parse(String(data));
        if (message.welcome) for (const [id, route] of all.entries()) ws.send(commandOf(id, route));
        if (message.id !== undefined) received.set(message.id, message);
        if (received.size === all.length) resolve();
      });
    });
    ws.on("open", () => ws.send(JSON.stringify({ hello: { token, region: "KZ" } })));
    await done;
    ws.close();
    expect(all.length).toBeGreaterThan(2);
    for (const [id, route] of all.entries()) {
      const { status, body } = received.get(id) ?? { status: 0, body: {} };
      const expected = dependsOnRegion(route) ? refusals[place] : undefined;
      expect([routeName(route), status === 451 ? body.code : undefined]).toEqual([routeName(route), expected]);
    }
  });

  test.each([
    { region: "KZ" },
    { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    { "x-forwarded-for": `${places.kazakhstan}, ${places[place]}` },
    { "x-real-ip": places.kazakhstan, "cf-connecting-ip": places.kazakhstan, "cf-ipcountry": "KZ" },
    { "true-client-ip": places.kazakhstan, forwarded: `for=${places.kazakhstan}` },
    { "x-client-ip": places.kazakhstan, "x-country-code": "KZ", "accept-language": "kk" },
  ])("%o changes nothing", async headers => {
    for (const route of routes.filter(dependsOnRegion))
      expect((await ask(route, place, headers as Record<string, string>)).body.code, routeName(route)).toBe(
        refusals[place],
      );
  });
});

function commandOf(id: number, route: Route): string {
  return JSON.stringify({ id, call: `${route.method} ${pathOf(route)}`, key: randomUUID(), input: {} });
}

describe("the geo call", () => {
  test.each([
    ["kazakhstan", 200, { data: { ip: places.kazakhstan, country_code: "KZ" } }],
    ["the United States", 451, { code: "region_blocked" }],
    ["nowhere that is known", 200, { data: { ip: places["nowhere that is known"], country_code: null } }],
  ] as const)("from %s answers %i", async (place, status, body) => {
    expect(await call("GET", "/geo_ip", place)).toMatchObject({ status, body });
    expect((await call("POST", "/middleware/ip", place)).body.data.ip).toBe(places[place]);
  });

  test("an unblocked country is accepted, and one blocked for betting only still plays in the casino", async () => {
    const { geo } = running.modules;
    await running.host.db.tx(async tx => {
      await geo.unblock(tx, "US", "all");
      await geo.block(tx, "US", "betting");
    });
    await expect.poll(() => geo.isBlocked(places["the United States"])).toBe(false);
    const dice = routes.find(route => routeName(route) === "POST /api/v1/games/dice/bets");
    expect(dice && (await ask(dice, "the United States")).status).toBe(422);
  });
});
