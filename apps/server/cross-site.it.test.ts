import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Route, routeName } from "#kit/contract/route.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";

/** Pages of other origins, and requests that a browser sends without a preflight: none of them changes or reads anything. */

const own = "http://fairhouse.localhost";
let app: FullApp;
let alice: Somebody;
beforeAll(async () => {
  app = await openFullApp();
  alice = await app.register();
});
afterAll(() => app.host.close());

const main = "fairhouse.localhost";
const strangers: readonly string[] = [
  "null",
  "",
  "*",
  "file://",
  "about:blank",
  "data:",
  "blob:",
  "undefined",
  "localhost",
  main,
  ...["https", "ftp", "ws", "HTTP", "chrome-extension", "javascript"].map(scheme => `${scheme}://${main}`),
  ...[80, 81, 443, 3000, 3001, 8080].map(port => `http://${main}:${port}`),
  ...["evil", "api.evil", `${main}.evil.example`, `evil-${main}`, `evil${main}`, `api.${main}`, `www.${main}`].map(
    name => `http://${name}`,
  ),
  ...[
    `${main}.`,
    `.${main}`,
    `${main}/`,
    `${main}/x`,
    `${main}?x`,
    `${main}#x`,
    `${main}%00`,
    `${main}\\.evil.example`,
  ].map(name => `http://${name}`),
  ...["user@", "evil.example@", "x:y@", `${main}@`].map(user => `http://${user}${main}`),
  ...[`${main}@evil.example`, `${main}:80@evil.example`, `evil.example#${main}`, `evil.example?${main}`].map(
    name => `http://${name}`,
  ),
  ...[
    "fairhouse.localhost.localdomain",
    "fаirhouse.localhost",
    "xn--firhouse-3fg.localhost",
    "fairhouse。localhost",
  ].map(name => `http://${name}`),
  ...["127.0.0.1", "[::1]", "0.0.0.0", "2130706433", "0x7f.1", "mirror-a.localhost", "fairhouse", "localhost"].map(
    name => `http://${name}`,
  ),
  `${own},http://evil.example`,
  `${own} http://evil.example`,
  ` ${own}x`,
  `http:/${main}`,
  `//${main}`,
];

/** Origins that are valid header values. */
const sendable = strangers.filter(
  origin => /^[\x20-\x7e]+$/.test(origin) && origin.trim() !== "" && origin.trim() !== own,
);

const changing = () => app.routes.filter(({ method, caller }) => method !== "GET" && caller !== "provider");
const address = (route: Route) =>
  `${route.method} ${route.path.replace(/:colour/g, "red").replace(/:[a-z]+/g, randomUUID())}`;

/** A hash of all rows of every table. */
async function everything(): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await app.host.db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await app.host.db.query<{ hash: string | null }>(
      `SELECT md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS hash FROM ${name} t`,
    );
    found[name] = rows[0]?.hash ?? "";
  }
  return found;
}

test("sixty foreign origins get no CORS permission, in a preflight or a response", async () => {
  expect(sendable.length).toBeGreaterThanOrEqual(55);
  for (const origin of sendable) {
    const preflight = await app.api.call("OPTIONS /profile/settings" as never, {
      headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "authorization" },
    });
    const read = await app.api.call("GET /profile/user", { token: alice.token, headers: { origin } });
    for (const { headers } of [preflight, read]) {
      for (const name of Object.keys(headers)) expect(name, origin).not.toMatch(/^access-control-/);
      expect(headers.vary, origin).toBe("Origin");
    }
  }
});

test("the site itself is allowed, with credentials, and no other origin is ever echoed", async () => {
  const { headers } = await app.api.call("GET /profile/user", { token: alice.token, headers: { origin: own } });
  expect(headers["access-control-allow-origin"]).toBe(own);
  expect(headers["access-control-allow-credentials"]).toBe("true");
});

test("no state-changing call runs for a page of another origin, and form bodies are refused", async () => {
  const before = await everything();
  for (const route of changing()) {
    const name = address(route);
    const given = { token: alice.token, key: randomUUID() };
    for (const origin of ["http://evil.example", "null", `http://${main}.evil.example`, `https://${main}`]) {
      const answer = await app.api.call(name, { ...given, body: {}, headers: { origin } });
      expect(answer, `${name} from ${origin}`).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await app.api.call(name, {
        ...given,
        body: '{"agree":true}',
        headers: { "content-type": type },
      });
      // Mail programs send a form to a call that does not read it: the token in its path must be right.
      expect(answer.status, `${name} as ${type}`).toBe(route.ignoresBody ? 404 : 400);
    }
  }
  expect(await everything()).toEqual(before);
});

/** GET calls that write by design, with the reason. */
const writing: Readonly<Record<string, string>> = {
  "GET /sso": "hands out a one-time token of the sign-on",
  "GET /api/v1/promos/:code": "counts tries of codes by address, so that nobody goes through them",
};

test("no row of any table differs after all GET calls", async () => {
  const reading = app.routes.filter(({ method }) => method === "GET");
  expect(Object.keys(writing).filter(name => !reading.map(routeName).includes(name))).toEqual([]);
  const before = await everything();
  for (const route of reading.filter(each => !(routeName(each) in writing)))
    for (const token of [undefined, alice.token]) {
      const { status } = await app.api.call(address(route), { token }).catch(() => ({ status: 200 }));
      // Unconnected providers, such as the price feed, return unavailable.
      if (status !== 503) expect(status, routeName(route)).toBeLessThan(500);
    }
  expect(await everything()).toEqual(before);
});
