import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { testDatabase } from "#kit/testing/test-database.ts";
import { testConfig } from "#kit/testing/test-host.ts";
import { lockClass, lockNumber } from "#modules/engines/shared-rounds/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { type Running, startServer } from "./start-server.ts";

type Database = Awaited<ReturnType<typeof testDatabase>>;
type Body = Record<string, unknown>;

const settings = {
  HOST: "fairhouse.localhost:4200",
  SECRET_KEY: "5e".repeat(32),
  AUDIT_SIGNING_KEY: "a0".repeat(32),
  PAYMENTS_URL: "http://127.0.0.1:9",
  PAYMENTS_SECRET: "a payments secret that tests know",
  BEACON_URL: "http://127.0.0.1:9",
  BEACON_CHAIN: "be".repeat(32),
  BEACON_PUBLIC_KEY: "00",
  SMTP_URL: "smtp://127.0.0.1:9",
  SMS_URL: "http://127.0.0.1:9",
  SMS_TOKEN: "an SMS token that tests know",
  GEO_PRIVATE_COUNTRY: "KZ",
};

let database: Database;
/** All services but the games. */
let general: Running;
/** A separate process that serves dice only. */
let dice: { child: ChildProcess; port: number; apiPort: number };

beforeAll(async () => {
  database = await testDatabase({ sources: [] });
  general = await startServer(testConfig({ ...settings, DATABASE_URL: database.url, SERVICES: "general" }));
  dice = await startDice();
});
afterAll(async () => {
  dice.child.kill("SIGKILL");
  await general.stop();
  await database.close();
});

function startDice(): Promise<typeof dice> {
  const child = fork(join(import.meta.dirname, "main.ts"), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...settings,
      MODE: "production",
      PORT: "0",
      DATABASE_URL: database.url,
      SERVICES: "dice",
      LOG_LEVEL: "warn",
    },
  });
  return new Promise((resolve, reject) => {
    child.once("exit", code => reject(new Error(`the dice process ended with ${code}`)));
    child.once("message", message => resolve({ child, ...(message as { port: number; apiPort: number }) }));
  });
}

async function ask(apiPort: number, method: string, path: string, token?: string, body?: Body) {
  const answer = await fetch(`http://127.0.0.1:${apiPort}${path}`, {
    method,
    headers: {
      "idempotency-key": randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, Body> };
}

/** alice, signed in through the general process, with 100 dollars and a client seed. */
async function alice(): Promise<{ token: string }> {
  const email = `alice-${randomUUID()}@example.com`;
  const registration = { email, password: "correct horse", currency: "USD", agree: true };
  const { body } = await ask(general.apiPort, "POST", "/api/v2/auth/register/email", undefined, registration);
  const token = body.token as unknown as string;
  const player = (await general.modules.accounts.authenticate(token))?.player;
  if (!player) throw new Error("alice is signed in");
  const { wallet } = general.modules;
  const amount = micros(100_000_000n);
  const money = {
    owner: player,
    currency: "USD",
    amount,
    kind: "deposit",
    reference: randomUUID() as string as Uuid,
  } as const;
  await general.host.db.tx(async tx => {
    await wallet.open(tx, player, "USD");
    await wallet.credit(tx, { ...money, from: depositsClearing("sandbox") });
  });
  await ask(general.apiPort, "GET", "/api/v1/fairness/seeds", token);
  const seed = { client_seed: "alice-picks" };
  expect((await ask(general.apiPort, "PUT", "/api/v1/fairness/client-seed", token, seed)).status).toBe(200);
  return { token };
}

const stake = { stake: "1.00", direction: "over", target: "49.50" };

describe("a process that serves dice only", () => {
  test("takes a bet of a player who signed in elsewhere, from the same wallet", async () => {
    const { token } = await alice();
    const placed = await ask(dice.apiPort, "POST", "/api/v1/games/dice/bets", token, stake);
    expect(placed.status).toBe(201);
    const { balance, id } = placed.body.data as { balance: string; id: string };
    const profile = await ask(general.apiPort, "GET", "/profile/user", token);
    expect(profile.body.user?.balance).toBe(balance);
    expect((await ask(general.apiPort, "GET", `/api/v1/rounds/${id}`)).status).toBe(200);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test("takes it over its own socket as well, and publishes on its own channel", async () => {
    const { token } = await alice();
    const ws = new WebSocket(`ws://127.0.0.1:${dice.port}/ws`, { headers: { host: "api.fairhouse.localhost" } });
    const received: Body[] = [];
    const answered = new Promise<Body>(resolve =>
      ws.on("message", data => {
        const message = JSON.parse(data.toString()) as Body;
        received.push(message);
        if (message.id === 1) resolve(message);
      }),
    );
    await new Promise(resolve => ws.once("open", resolve));
    ws.send(JSON.stringify({ hello: { token } }));
    for (const channel of ["dice", "crash"]) ws.send(JSON.stringify({ sub: channel }));
    ws.send(JSON.stringify({ id: 1, call: "POST /api/v1/games/dice/bets", key: randomUUID(), input: stake }));
    expect(await answered).toMatchObject({ status: 201 });
    const of = (channel: string) => expect.poll(() => received.find(message => message.channel === channel));
    await of("dice").toMatchObject({ snapshot: { bets: expect.any(Array) } });
    await of("crash").toMatchObject({ error: { code: "not_found" } });
    ws.close();
  });

  test("allows the site's pages, and no other origin", async () => {
    const preflight = (origin: string) =>
      new Promise<string | undefined>((resolve, reject) => {
        const headers = {
          host: `api.fairhouse.localhost:${dice.port}`,
          origin,
          "access-control-request-method": "POST",
        };
        request({ port: dice.port, host: "127.0.0.1", method: "OPTIONS", path: "/api/v1/games/dice/bets", headers })
          .on("response", answer => resolve(answer.headers["access-control-allow-origin"]))
          .on("error", reject)
          .end();
      });
    expect(await preflight("http://fairhouse.localhost:4200")).toBe("http://fairhouse.localhost:4200");
    expect(await preflight("http://other.localhost:4200")).not.toBe("http://other.localhost:4200");
  });

  test("has no other calls, no site and no loops", async () => {
    expect((await ask(dice.apiPort, "GET", "/api/v1/games/crash")).status).toBe(404);
    expect((await ask(dice.apiPort, "GET", "/profile/user")).status).toBe(404);
    const document = await ask(dice.apiPort, "GET", "/openapi.json");
    const paths = Object.keys(document.body.paths ?? {});
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.every(path => path.startsWith("/api/v1/games/dice"))).toBe(true);
    // No process here serves crash, so none leads its rounds; the general process leads those that it serves.
    const { rows } = await database.db.query(
      `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
       WHERE locktype = 'advisory' AND granted AND datname = current_database() AND classid = $1 AND objid = $2`,
      [lockClass, lockNumber("crash") >>> 0],
    );
    expect(rows).toEqual([]);
  });

  test("is not used by the general process, and ends in order on a signal", async () => {
    const { token } = await alice();
    expect((await ask(general.apiPort, "POST", "/api/v1/games/dice/bets", token, stake)).status).toBe(404);
    const ended = new Promise<number | null>(resolve => dice.child.once("exit", resolve));
    dice.child.kill("SIGTERM");
    const ready = async () => {
      const answer = await fetch(`http://127.0.0.1:${dice.port}/readyz`);
      return [answer.status, await answer.text()];
    };
    await expect.poll(ready, { interval: 10 }).toEqual([503, "draining\n"]);
    expect(await ended).toBe(0);
  });
});
