import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createDb } from "#kit/db/create-db.ts";
import { testDatabase } from "#kit/testing/test-database.ts";
import { type TestHost, testConfig } from "#kit/testing/test-host.ts";
import { readsOf } from "#modules/operators/server/changes.ts";
import type { Role } from "#modules/operators/shared/permissions.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { checkDatabase } from "./check-database.ts";
import { type Running, startServer } from "./start-server.ts";
import { type OfficeSocket, officeApi, openOfficeSocket } from "./testing/office-sockets.ts";

type Database = Awaited<ReturnType<typeof testDatabase>>;

let database: Database;
let running: Running;
const lines: string[] = [];

const start = (changes: Record<string, string> = {}) =>
  startServer(testConfig({ DATABASE_URL: database.url, LOG_LEVEL: "info", HOST: "fairhouse.localhost", ...changes }), {
    writeLog: line => lines.push(line),
  });

beforeAll(async () => {
  database = await testDatabase({ sources: [] });
  running = await start();
});
afterAll(async () => {
  await running.stop();
  await database.close();
});

const call = (path: string, init: RequestInit = {}, port = running.apiPort) =>
  fetch(`http://127.0.0.1:${port}${path}`, init);

async function register(email: string): Promise<{ token: string; cookie: string }> {
  const answer = await call("/api/v2/auth/register/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "correct horse", currency: "USD", agree: true }),
  });
  expect(answer.status).toBe(201);
  return {
    token: ((await answer.json()) as { token: string }).token,
    cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "",
  };
}

async function socketOf(token: string, port = running.port): Promise<WebSocket> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { host: "api.fairhouse.localhost" } });
  await new Promise((resolve, reject) => ws.once("open", resolve).once("error", reject));
  ws.send(JSON.stringify({ hello: { token } }));
  await new Promise(resolve => ws.once("message", resolve));
  return ws;
}

const closeOf = (ws: WebSocket) => new Promise<number>(resolve => ws.once("close", resolve));

describe("the running server", () => {
  test("serves its probes, its calls and their document", async () => {
    expect((await call("/healthz")).status).toBe(200);
    expect((await call("/readyz")).status).toBe(200);
    const document = JSON.parse(await (await call("/openapi.json")).text());
    expect(document.paths["/api/v2/auth/register/email"].post.responses["201"]).toBeDefined();
    expect(await (await call("/metrics")).text()).toContain("process_resident_memory_bytes");
  });

  test("sends nothing that can be framed, executed or sniffed as another type", async () => {
    for (const path of ["/geo_ip", "/profile/user", "/nowhere", "/openapi.json"]) {
      const { headers } = await call(path);
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    // Also responses of the framework itself: probes, unknown hosts.
    for (const [path, host] of [
      ["/healthz", "api.fairhouse.localhost"],
      ["/readyz", "fairhouse.localhost"],
      ["/nowhere", "stranger.example"],
    ] as const) {
      const response = await new Promise<IncomingMessage>((resolve, reject) =>
        request({ host: "127.0.0.1", port: running.port, path, headers: { host } }, resolve).on("error", reject).end(),
      );
      response.resume();
      expect(response.headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-site",
      });
    }
    // Personal responses are not cacheable.
    expect((await call("/profile/user")).headers.get("cache-control")).toBe("no-store");
  });

  test("never writes a password, a token or an address of alice into its log", async () => {
    const { token } = await register("alice-hush@example.com");
    const text = lines.join("\n");
    for (const secret of ["correct horse", "alice-hush", token]) expect(text).not.toContain(secret);
  });

  test("hashes passwords at their full cost: 64 MiB and three passes", async () => {
    await register("dina-hash@example.com");
    const { rows } = await database.db.query<{ cost: string }>(
      "SELECT DISTINCT substring(c::text FROM '\\$argon2id\\$v=19\\$[a-z0-9,=]+') AS cost FROM accounts.credentials c",
    );
    expect(rows).toEqual([{ cost: "$argon2id$v=19$m=65536,t=3,p=1" }]);
  });

  test("closes bob's sockets on all processes when another one ends the session", async () => {
    const other = await start();
    const { token } = await register("bob@example.com");
    const here = await socketOf(token);
    const there = await socketOf(token, other.port);
    const closed = Promise.all([closeOf(here), closeOf(there)]);
    const out = await call(
      "/auth/logout",
      { method: "PUT", headers: { authorization: `Bearer ${token}` } },
      other.apiPort,
    );
    expect(out.ok).toBe(true);
    expect(await closed).toEqual([4401, 4401]);
    await other.stop();
  });

  test("drains: sockets are notified, calls in progress are answered, then nothing listens", async () => {
    const other = await start();
    const { token } = await register("carol@example.com");
    const closed = closeOf(await socketOf(token, other.port));
    const inHand = request({
      host: "127.0.0.1",
      port: other.apiPort,
      method: "POST",
      path: "/api/v2/auth/register/email",
      // The server logs that it has the call before the rest is sent.
      headers: { "content-type": "application/json", expect: "100-continue" },
    });
    const answered = once(inHand, "response");
    inHand.flushHeaders();
    await once(inHand, "continue");
    const stopped = other.stop();
    inHand.end(JSON.stringify({ email: "dave@example.com", password: "correct horse", currency: "USD", agree: true }));
    await stopped;
    expect(await closed).toBe(1012);
    expect((await answered)[0].statusCode).toBe(201);
    await expect(call("/healthz", {}, other.apiPort)).rejects.toThrow();
  });
});

describe("the socket of the back office", () => {
  const operators = "/api/office/operators";
  const someone = (role: Role) =>
    testOperator(
      { host: running.host as TestHost, operators: running.modules.operators, api: officeApi(running) },
      role,
    );
  const open = (who: Pick<TestOperator, "cookies">, origin?: string) => openOfficeSocket(running, who, origin);
  async function opened(who: TestOperator): Promise<OfficeSocket> {
    const socket = await open(who);
    if (typeof socket === "number") throw new Error(`the socket was refused: ${socket}`);
    return socket;
  }
  let askar: TestOperator;
  beforeAll(async () => {
    askar = await someone("owner");
  });

  test("opens only for a signed-in operator on a page of the back office", async () => {
    expect(await open({ cookies: {} })).toBe(401);
    expect(await open({ cookies: { ...askar.cookies, operator: "forged" } })).not.toBe(101);
    expect(await open(askar, "http://fairhouse.localhost")).toBe(403);
    expect(await open(askar, `${running.hosts.officeOrigin}.evil.example`)).toBe(403);
    const bare = await open(askar, "");
    expect(bare).toBe(403);
    expect(typeof (await open(askar))).toBe("object");
  });

  test("says that a call's answer has changed to those who may make the call, and nothing of the answer", async () => {
    const dana = await someone("support");
    const [hers, his] = [await opened(dana), await opened(askar)];
    const code = async (path: string) => {
      hers.follow(path);
      const { error } = (await hers.next()) as { error: { code: string } };
      return error.code;
    };
    expect(await code(operators)).toBe("forbidden");
    expect(await code("/api/office/nowhere")).toBe("not_found");
    expect(await code("/api/office/logout")).toBe("not_found");
    his.follow(operators);
    const name = `office.changes/${operators}`;
    expect(await his.next()).toMatchObject({ channel: name, snapshot: {} });
    // What happened between the page's read and its subscription is not known.
    expect(await his.next()).toEqual({ channel: name, seq: 1, event: "changed", data: {} });
    await someone("content");
    expect(await his.next()).toEqual({ channel: name, seq: 2, event: "changed", data: {} });
  });

  test("closes when the session ends, when it grows idle, when the role changes and when the operator leaves", async () => {
    const vera = await someone("content");
    const out = await opened(vera);
    expect((await vera.call("POST /api/office/logout")).status).toBe(204);
    expect(await out.closed).toBe(4401);

    const dana = await someone("support");
    const idle = await opened(dana);
    await database.db.query(
      "UPDATE operators.sessions SET active_at = active_at - interval '15 minutes' WHERE operator_id = $1",
      [dana.id],
    );
    expect(await idle.closed).toBe(4401);
    expect(await open(dana)).toBe(401);

    const timur = await someone("risk");
    const promoted = await opened(timur);
    await database.db.query("UPDATE operators.operators SET role = 'auditor' WHERE id = $1", [timur.id]);
    expect(await promoted.closed).toBe(4401);
    const again = await opened(timur);
    await database.db.query("UPDATE operators.operators SET disabled_at = now() WHERE id = $1", [timur.id]);
    expect(await again.closed).toBe(4401);
  });

  test("watches tables that exist", async () => {
    const { rows } = await database.db.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables UNION SELECT schemaname FROM pg_tables
       UNION SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'p'`,
    );
    const tables = new Set(rows.map(({ name }) => name));
    const named = running.modules.all
      .flatMap(({ handlers }) => handlers ?? [])
      .map(({ route }) => route)
      .filter(route => route.reads);
    expect(named.length).toBeGreaterThan(10);
    expect(named.flatMap(readsOf).filter(name => !tables.has(name))).toEqual([]);
  });
});

describe("the server does not start", () => {
  test("in production over a database without durable commits", async () => {
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
      const off = { query: () => Promise.resolve({ rows: [{ name: setting }], rowCount: 1 }) };
      await expect(checkDatabase(off as never, "production")).rejects.toThrow(`PostgreSQL runs with ${setting} off`);
      expect(await checkDatabase(off as never, "test")).toContain(setting);
    }
    expect(await checkDatabase(database.db, "production")).toBeUndefined();
    const url = new URL(database.url);
    url.searchParams.set("options", "-c synchronous_commit=off");
    const risky = createDb(url.href);
    await expect(checkDatabase(risky, "production")).rejects.toThrow("synchronous_commit off");
    await risky.end();
  });

  test("on a database that only reads, with one sentence that names the setting", async () => {
    const url = new URL(database.url);
    url.searchParams.set("options", "-c default_transaction_read_only=on");
    await expect(start({ DATABASE_URL: url.href })).rejects.toThrow("default_transaction_read_only is on");
  });

  test("on a used port or without its database, and leaves nothing running", async () => {
    await expect(start({ PORT: String(running.port) })).rejects.toThrow("EADDRINUSE");
    await expect(start({ DATABASE_URL: "postgres://127.0.0.1:1/none" })).rejects.toThrow("ECONNREFUSED");
    await expect(start({ TRUSTED_PROXIES: "somewhere" })).rejects.toThrow("TRUSTED_PROXIES");
  });
});
