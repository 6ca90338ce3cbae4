import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { providerCalls, walletBodies } from "#modules/providers/shared/protocol.ts";
import { type CasinoDouble, profile, readyPlayer, startCasinoDouble } from "#studio/testing/casino-double.ts";
import { connect, openGame, parentOrigin, startTestStudio, type TestStudio } from "#studio/testing/test-studio.ts";

/** Two companies, one protocol: what the studio sends and answers is what the casino's contract takes. */

let world: TestStudio;
let casino: CasinoDouble;
const game = "winter-fair";

beforeAll(async () => {
  world = await startTestStudio();
  casino = await startCasinoDouble();
  await connect(world, casino);
});
afterAll(async () => {
  await world.close();
  await casino.close();
});

test("every call of the studio to a wallet has a body that the casino takes", async () => {
  const player = await readyPlayer(casino, world.url, game, 100_000_000n);
  const play = await openGame(world, casino, game, player);
  expect((await play.spin()).status).toBe(200);
  casino.fault = call => (call === "bet" ? "lose" : undefined);
  expect((await play.spin()).status).toBe(409);
  casino.fault = () => undefined;
  expect((await play.post("/balance", {})).status).toBe(200);
  const sent = casino.calls.map(({ call, body }) => [
    call,
    z.safeParse(walletBodies[call as "bet"], JSON.parse(body)).success,
  ]);
  expect(new Set(sent.map(([call]) => call))).toEqual(new Set(["authenticate", "balance", "bet", "win", "rollback"]));
  expect(sent.filter(([, fits]) => !fits)).toEqual([]);
});

test("every answer of the studio is one that the casino reads", async () => {
  const player = await readyPlayer(casino, world.url, game, 100_000_000n);
  const play = await openGame(world, casino, game, player);
  const { body } = await play.spin();
  const hash = "a".repeat(64);
  const hashes = { casino_seed_hash: hash, casino_next_seed_hash: hash };
  const grant = randomUUID();
  const launch = {
    game,
    mode: "demo",
    currency: "USD",
    country: "KZ",
    locale: "en",
    profile,
    parent_origin: parentOrigin,
  };
  const calls: readonly [keyof typeof providerCalls, "GET" | "POST", string, object?][] = [
    ["games", "GET", "/games"],
    ["maths-log", "GET", "/maths-log"],
    ["launch", "POST", "/launch", launch],
    ["rounds/{round}", "GET", `/rounds/${body.round}`],
    ["rounds/open", "GET", `/rounds/open?player=${player}`],
    ["rounds/{round}/finish", "POST", `/rounds/${body.round}/finish`, { player, reason: "expired" }],
    ["seeds", "GET", `/seeds?player=${player}&game=${game}`],
    ["seeds/client", "POST", "/seeds/client", { player, game, client_seed: "fox", ...hashes }],
    ["seeds/rotate", "POST", "/seeds/rotate", { player, game, client_seed: "fox", casino_seed: hash, ...hashes }],
    [
      ...(["free-rounds", "POST", "/free-rounds"] as const),
      { grant, player, game, currency: "USD", stake: "0.50", count: 3, expires_at: "2100-01-01T00:00:00Z" },
    ],
    ["free-rounds/{grant}/cancel", "POST", `/free-rounds/${grant}/cancel`, { player }],
    ["statement", "GET", "/statement?from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z"],
  ];
  expect(calls.map(([name]) => name).toSorted()).toEqual(Object.keys(providerCalls).toSorted());
  for (const [name, method, path, given] of calls) {
    const { body: answer } = await casino.call(world.url, method, path, given);
    const read = z.safeParse(providerCalls[name].reply, answer);
    expect([name, answer.status, read.success ? "" : JSON.stringify(read.error.issues)]).toEqual([name, "ok", ""]);
  }
});
