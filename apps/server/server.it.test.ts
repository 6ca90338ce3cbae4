import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createDb } from "#kit/db/create-db.ts";
import { testDatabase } from "#kit/testing/test-database.ts";
import { testConfig } from "#kit/testing/test-host.ts";
import { checkDatabase } from "./check-database.ts";
import { type Running, startServer } from "./start-server.ts";

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

  test("on a used port or without its database, and leaves nothing running", async () => {
    await expect(start({ PORT: String(running.port) })).rejects.toThrow("EADDRINUSE");
    await expect(start({ DATABASE_URL: "postgres://127.0.0.1:1/none" })).rejects.toThrow("ECONNREFUSED");
    await expect(start({ TRUSTED_PROXIES: "somewhere" })).rejects.toThrow("TRUSTED_PROXIES");
  });
});
