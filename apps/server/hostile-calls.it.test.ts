import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Route, routeName } from "#kit/contract/route.ts";
import { parseAmount } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import { auditBooks, createWallet } from "#modules/wallet/server/index.ts";
import { createModules } from "./modules.ts";
import { payoutInvariants } from "./payout-invariants.ts";
import { exampleBodies } from "./testing/example-bodies.ts";
import { hostileValues, isLenient, isValidIn, unknownIds } from "./testing/hostile-values.ts";

/**
 * Every declared call with bad input: each field in turn, each path parameter, each header. The response is always a
 * declared failure, never an internal error, and no transfer is written. A new call with a body needs a
 * valid example in `testing/example-bodies.ts` of its module, or the first test fails.
 */

/** Their loops are stopped here: there is no beacon to start a chain with. */
const sharedRounds: ReadonlySet<string> = new Set(["crash", "roulette", "rooms", "duels", "battles"]);

let host: TestHost;
let api: TestApi;
let token: string;
let cookies: Readonly<Record<string, string>>;
let routes: readonly Route[];

beforeAll(async () => {
  host = await testHost({ modules: "all" });
  const { all: modules, accounts, operators } = createModules(host);
  for (const module of modules) if (!sharedRounds.has(module.manifest.name)) await module.start?.();
  api = await testApi(host, modules, accounts.authenticate, undefined, operators.operatorOf);
  ({ cookies } = await testOperator({ host, operators, api }, "owner"));
  routes = modules.flatMap(module => module.handlers ?? []).map(handler => handler.route);

  await register("alice@example.com", "correct horse battery");
  token = await register("bob@example.com", "correct horse battery");
  await call("PUT /api/v1/fairness/client-seed", { client_seed: "bob-seed" });
  await payIn("bob@example.com", "1000");
});
afterAll(() => host.close());

async function register(email: string, password: string): Promise<string> {
  const answer = await api.call("POST /api/v2/auth/register/email", {
    body: { email, password, currency: "USD", agree: true },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.token;
}

async function payIn(email: string, amount: string): Promise<void> {
  const { rows } = await host.db.query<{ id: PlayerId }>("SELECT id FROM accounts.players WHERE email = $1", [email]);
  const owner = required(rows[0], `${email} is there`).id;
  const wallet = createWallet(host, { pairs: { pairOf: () => undefined } as never });
  await host.db.tx(async tx => {
    await wallet.credit(tx, {
      owner,
      currency: "USD",
      amount: required(parseAmount(amount), "an amount"),
      reference: randomUUID() as Uuid,
      kind: "deposit",
      from: depositsClearing("sandbox"),
    });
  });
}

const call = (name: string, body?: unknown, key: string = randomUUID()) =>
  api.call(name, { token, key, cookies, ...(body === undefined ? {} : { body }) });

const transfers = async () =>
  required((await host.db.query<{ n: bigint }>("SELECT count(*) AS n FROM ledger.transfers")).rows[0], "a count").n;

/** A declared failure: a 4xx status, a code, a message, and no internals. */
function expectRefusal(
  answer: { status: number; text: string; body?: { code?: string; message?: string } },
  of: string,
) {
  expect(answer.status, `${of} → ${answer.status} ${answer.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
  expect(answer.status, `${of} → ${answer.text.slice(0, 200)}`).toBeLessThan(500);
  expect(answer.body?.code, of).toMatch(/^[a-z_]+$/);
  expect(answer.body?.message, of).toBeTruthy();
  expect(answer.text, of).not.toMatch(/node_modules|\.ts:|SELECT |relation|syntax error/);
}

const bodied = () => routes.filter(route => route.body && route.caller !== "provider");

describe("bad input at every call", () => {
  test("every call with a body has a valid example here", () => {
    expect(bodied().map(routeName).sort()).toEqual(Object.keys(exampleBodies).sort());
  });

  // Most of the time is password hashing.
  test("an invalid value in any field is refused by name and moves nothing", {
    tags: ["known-failure/13/all"],
    timeout: 600_000,
  }, async () => {
    const before = await transfers();
    for (const route of bodied()) {
      const name = routeName(route);
      const good = required(exampleBodies[name], `an example for ${name}`);
      for (const field of Object.keys(good)) {
        for (const value of hostileValues.filter(candidate => !isValidIn(field, candidate))) {
          const answer = await call(name, { ...good, [field]: value });
          const of = `${name} with ${field} = ${JSON.stringify(value)?.slice(0, 40)}`;
          if (isLenient(field, value)) expect(answer.status, of).toBeLessThan(500);
          else expectRefusal(answer, of);
        }
      }
    }
    expect(await transfers()).toBe(before);
    expect(await auditBooks(host.db)).toEqual([]);
  });

  test("a body that is missing, not an object, not JSON or far too large is refused", async () => {
    const before = await transfers();
    for (const route of bodied()) {
      const name = routeName(route);
      for (const body of [
        "[]",
        '"text"',
        "null",
        "1",
        "{",
        '{"stake":',
        "\u0000",
        `{"x":"${"y".repeat(20_000)}"}`,
        "[".repeat(8000),
      ]) {
        if (name.includes("rotate") && body === "null") continue;
        expectRefusal(await call(name, body), `${name} with body ${body.slice(0, 20)}`);
      }
    }
    expect(await transfers()).toBe(before);
  });

  test("undeclared fields change nothing: no balance, role or verification can be injected", {
    tags: ["known-failure/21/all", "known-failure/24/steps"],
  }, async () => {
    const extras = {
      balance: "1000000",
      is_test: true,
      role: "owner",
      verification: { is_need: false },
      player: randomUUID(),
      __proto__x: 1,
    };
    const before = await transfers();
    const answer = await call("PUT /profile/settings", { ...extras, is_avatar_hidden: true });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.user).toMatchObject({ is_test: false, is_avatar_hidden: true, balance: "1000" });
    for (const text of [
      '{"__proto__":{"stake":"1"},"direction":"over","target":"49.99"}',
      '{"constructor":{"prototype":{"stake":"1"}}}',
    ]) {
      expectRefusal(await call("POST /api/v1/games/dice/bets", text), text);
    }
    expect(Object.hasOwn(Object.prototype, "stake")).toBe(false);
    expect(await transfers()).toBe(before);

    // Beside a valid bet they are ignored too: it pays what was drawn, which the audit recomputes.
    const lies = { ...extras, payout: "50", multiplier: "50.00", outcome: null, elapsed_ms: 99_999 };
    const bets = (game: string) => `POST /api/v1/games/${game}/bets`;
    const place = async (game: string) => {
      const placed = await call(bets(game), { ...lies, ...exampleBodies[bets(game)] });
      expect(placed.status, placed.text).toBe(201);
      return placed.body.data;
    };
    await call("PUT /api/v1/fairness/client-seed", { client_seed: "bob-seed" });
    for (const game of ["dice", "limbo", "plinko", "keno", "cases", "coinflip"]) await place(game);
    for (const [game, step] of [
      ["miner", "reveal"],
      ["hilo", "guess"],
    ] as const) {
      const { id } = await place(game);
      await call(`${bets(game)}/${id}/${step}`, { ...lies, ...exampleBodies[`${bets(game)}/:id/${step}`] });
      // A losing step has ended it.
      expect([200, 409]).toContain((await call(`${bets(game)}/${id}/cash-out`, lies)).status);
    }
    expect(await differencesOf(host.db, payoutInvariants)).toEqual([]);
  });

  test("money calls without a valid idempotency key are refused", async () => {
    const before = await transfers();
    for (const route of bodied().filter(candidate => candidate.moves !== "nothing")) {
      const name = routeName(route);
      for (const key of [undefined, "", "1", "not-a-uuid", `${randomUUID()} `, "x".repeat(5000)]) {
        const body = exampleBodies[name];
        const answer = await api.call(name, { token, cookies, body, ...(key === undefined ? {} : { key }) });
        expectRefusal(answer, `${name} with key ${key?.slice(0, 20)}`);
      }
    }
    expect(await transfers()).toBe(before);
  });

  test("unknown ids are refused on every path", async () => {
    for (const route of routes.filter(candidate => candidate.path.includes("/:") && candidate.caller !== "provider")) {
      for (const id of unknownIds) {
        const name = `${route.method} ${route.path.replace(/:[a-z]+/g, encodeURIComponent(id))}`;
        expectRefusal(await call(name, route.method === "GET" ? undefined : {}), name);
      }
    }
  });

  test("without a token, with a made-up one and with half of one, player calls return 401 alike", async () => {
    const before = await transfers();
    for (const route of routes.filter(candidate => candidate.caller === "player")) {
      const name = `${route.method} ${route.path.replace(/:[a-z]+/g, randomUUID())}`;
      const bodies = new Set<string>();
      for (const bad of [undefined, "", "x", token.slice(0, -1), `${token}x`, "null", "a".repeat(5000)]) {
        const answer = await api.call(name, {
          token: bad,
          key: randomUUID(),
          ...(route.method === "GET" ? {} : { body: exampleBodies[routeName(route)] ?? {} }),
        });
        expect(answer.status, name).toBe(401);
        bodies.add(answer.text);
      }
      expect(bodies.size, name).toBe(1);
    }
    expect(await transfers()).toBe(before);
  });

  test("an unsigned provider message is refused and moves nothing", async () => {
    const before = await transfers();
    for (const route of routes.filter(candidate => candidate.caller === "provider")) {
      for (const provider of ["sandbox", "nobody", "%00"]) {
        const name = `${route.method} ${route.path.replace(/:[a-z]+/g, provider)}`;
        expectRefusal(await api.call(name, { body: { event: "paid", amount: "1000000" } }), name);
      }
    }
    expect(await transfers()).toBe(before);
  });

  test("another currency's stake, and a stake above the balance, are refused with the balance", async () => {
    const before = await transfers();
    const broke = await register("carol@example.com", "correct horse battery");
    await api.call("PUT /api/v1/fairness/client-seed", { token: broke, body: { client_seed: "carol" } });
    const answer = await api.call("POST /api/v1/games/dice/bets", {
      token: broke,
      key: randomUUID(),
      body: { stake: "1", direction: "over", target: "49.99" },
    });
    expect(answer.body).toMatchObject({ code: "insufficient_funds", data: { balance: "0" } });
    for (const stake of ["0", "0.00", "0.001", "100.01", "10000"]) {
      expectRefusal(await call("POST /api/v1/games/dice/bets", { stake, direction: "over", target: "49.99" }), stake);
    }
    expect(await transfers()).toBe(before);
    expect(await auditBooks(host.db)).toEqual([]);
  });
});
