import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { dataOf } from "#kit/contract/fields.ts";
import { manifest } from "#kit/contract/manifest.ts";
import { route } from "#kit/contract/route.ts";
import { handle } from "#kit/http/handler.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { type FullApp, openAppOn, type Somebody } from "./testing/full-app.ts";

/** Askar reads lists that take too long while alice bets. */

const planted = {
  module: "operations",
  caller: "operator",
  permission: "dashboard.read",
  moves: "nothing",
  summary: "Only here",
  output: dataOf(z.object({})),
} as const;
const readSlowly = route({ ...planted, method: "GET", path: "/api/office/planted/slow" });
const readOften = route({ ...planted, method: "GET", path: "/api/office/planted/fast" });
const readAndWrite = route({ ...planted, method: "GET", path: "/api/office/planted/write" });

let host: TestHost;
let app: FullApp;
let askar: TestOperator;
let alice: Somebody;
const failures: unknown[] = [];
beforeAll(async () => {
  const log = { ...quietLog, error: (facts: object) => void failures.push(facts) };
  host = await testHost({ modules: "all", log });
  app = await openAppOn(host);
  const { operators, accounts, all } = app.modules;
  const { db } = host;
  const handlers = [
    handle(readSlowly, async () => {
      await db.query("SELECT pg_sleep(20)");
      return { data: {} };
    }),
    handle(readOften, async () => {
      await db.query("SELECT 1");
      return { data: {} };
    }),
    handle(readAndWrite, async () => {
      await db.query("UPDATE operators.operators SET name = 'written by a read'");
      return { data: {} };
    }),
  ];
  const extra = { manifest: manifest({ name: "planted", folder: "planted", tier: 11, needs: [] }), handlers };
  const api = await testApi(
    host,
    [...all, extra],
    accounts.authenticate,
    undefined,
    operators.operatorOf,
    operators.reads.note,
  );
  askar = await testOperator({ host, api, operators }, "owner", "Askar");
  alice = await app.register();
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: alice.token, body: { client_seed: "alice" } });
  await app.payIn(alice, "100");
});
afterAll(() => host.close());

const bet = async () => {
  const body = { stake: "1", currency: "USD", direction: "over", target: "49.50" };
  const options = { token: alice.token, key: randomUUID(), body };
  return (await app.api.call("POST /api/v1/games/dice/bets", options)).status;
};

test("a read that writes is refused by PostgreSQL, moves nothing and is an error of ours", async () => {
  failures.length = 0;
  const answer = await askar.call("GET /api/office/planted/write");
  expect([answer.status, answer.body.code]).toEqual([500, "internal"]);
  expect(failures).toMatchObject([{ err: { message: "a read of the back office tried to write" } }]);
  const { rowCount } = await host.db.query("SELECT FROM operators.operators WHERE name = 'written by a read'");
  expect(rowCount).toBe(0);
  expect((await askar.call("GET /api/office/planted/fast")).status).toBe(200);
});

test("reads that take too long end after three seconds with a text that says what to do, and no bet waits for them", async () => {
  const ended: string[] = [];
  const slow = Array.from({ length: 14 }, async () => {
    const answer = await askar.call("GET /api/office/planted/slow");
    ended.push("slow");
    return answer;
  });
  for (let bets = 0; bets < 5; bets++) expect(await bet()).toBe(201);
  expect(ended).toEqual([]);
  const answers = await Promise.all(slow);
  const stopped = answers.filter(({ body }) => body.code === "read_too_slow");
  expect(stopped.length).toBeGreaterThanOrEqual(4);
  expect(stopped[0]).toMatchObject({ status: 503, body: { message: expect.stringContaining("Narrow the filters") } });
  expect((await askar.call("GET /api/office/planted/fast")).status).toBe(200);
}, 30_000);

test("an operator reads at once what they wrote", async () => {
  const notes = `/api/office/players/${alice.id}/notes`;
  for (let n = 1; n <= 5; n++) {
    await host.clock.advance(1_000);
    expect((await askar.call(`POST ${notes}`, { text: `call number ${n}` })).status).toBe(201);
    const { body } = await askar.call(`GET /api/office/players/${alice.id}`);
    expect(body.data.notes[0].text).toBe(`call number ${n}`);
  }
});
