import { afterAll, beforeAll, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type BetsTestApp, betsTestApp } from "#modules/bets/testing/bets-test-app.ts";
import { lockClass } from "#modules/engines/shared-rounds/server/index.ts";
import { colourOf } from "../shared/cloth.ts";
import { drawPocket, rouletteRules } from "../shared/rules.ts";
import { verifyRoulette } from "../shared/verify.ts";
import { createRoulette, type Roulette } from "./index.ts";

/** Roulette on PostgreSQL: two owners, the real lock, the real chain, the books audited. */

const bets = "POST /api/v1/games/roulette/bets";
const rub = (units: number) => BigInt(units) * 1_000_000n;
const red = (stake: string) => ({ chips: [{ spot: "red", stake }] });

let app: BetsTestApp;
let first: Roulette;
let standby: Roulette;
let api: TestApi;
let standbyApi: TestApi;

beforeAll(async () => {
  app = await betsTestApp(["roulette"]);
  const needs = { drainMs: 30_000, wallet: app.wallet, sequences: app.fairness.sequences, bets: app.bets };
  first = createRoulette(app.host, needs);
  api = await app.open(first);
  await until(first, { state: "betting" });
  standby = createRoulette(app.host, needs);
  standbyApi = await app.open(standby);
});
afterAll(() => app.close());

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a snapshot; types would only repeat it.
async function snapshot(roulette: Roulette): Promise<any> {
  return required(roulette.channels?.[0], "the channel").snapshot(null);
}

/** Lets time pass until the owner is there. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
async function until(roulette: Roulette, wanted: { state?: string; round?: number }): Promise<any> {
  for (let i = 0; i < 3000; i++) {
    const now = await snapshot(roulette);
    if (Object.entries(wanted).every(([name, value]) => now[name] === value)) return now;
    await app.host.pass(200);
  }
  throw new Error(`never came to ${JSON.stringify(wanted)}: ${JSON.stringify(await snapshot(roulette))}`);
}

const balanceOf = async (player: Parameters<BetsTestApp["wallet"]["balances"]>[0]) =>
  (await app.wallet.balances(player))[0]?.real;

test("alice at the table and bob alone: bets, the number, the proof; every movement is in the books", async () => {
  const { round, commitment, salt } = await until(first, { state: "betting" });
  const [alice, bob] = [await app.player(rub(100)), await app.player(rub(100))];
  const key = app.newKey();
  const placed = await api.call(bets, { token: alice, key, body: red("10") });
  expect(placed).toMatchObject({ status: 201, body: { data: { balance: "90", proof: { round, link: null } } } });
  expect((await api.call(bets, { token: alice, key, body: red("10") })).text).toBe(placed.text);
  expect((await standbyApi.call(bets, { token: bob, key, body: red("10") })).status).toBe(503);
  const spun = await standbyApi.call("POST /api/v1/games/roulette/spins", { token: bob, key, body: red("10") });
  expect(spun).toMatchObject({
    status: 201,
    body: { data: { status: "settled", proof: { kind: "seeds", nonce: 0 } } },
  });
  const { pocket, link } = await until(first, { state: "landed" });
  await until(first, { state: "betting" });

  // Anybody can compute the round again from what is public.
  const bytes = required(parseHex(link), "hex");
  expect(drawPocket(rouletteRules.current, openStream(nobleHashes, bytes, ["roulette-1", round, salt]))).toBe(pocket);
  expect(Buffer.from(nobleHashes.sha256(bytes)).toString("hex")).toBe(commitment);

  const won = colourOf(pocket) === "red";
  const { data } = (await api.call(`GET /api/v1/rounds/${placed.body.data.id}`)).body;
  expect(data).toMatchObject({
    kind: "bet",
    game: "roulette",
    status: "settled",
    proof: { kind: "chain", sequence: "roulette-1", link, outcome: { pocket }, payout: won ? "20" : "0" },
  });
  expect(verifyRoulette(data.proof, nobleHashes)).toMatchObject({ verdict: "matches", result: String(pocket) });
  const table = (await api.call(`GET /api/v1/rounds/roulette-1-${round}`)).body.data;
  expect(table).toMatchObject({ kind: "round", status: "settled", proof: { link, commitment, outcome: { pocket } } });
  expect(verifyRoulette(table.proof, nobleHashes).verdict).toBe("matches");
  expect((await api.call(`GET /api/v1/rounds/${spun.body.data.id}`)).body.data.proof).toMatchObject({ kind: "seeds" });
  expect(await balanceOf(alice)).toBe(won ? rub(110) : rub(90));
  await app.expectBooks();
});

test("garbage and rounds that are not there are not found", async () => {
  for (const id of ["roulette-1-999999", "roulette-1-0", "roulette-1", "roulette-2-1", "roulette-0-1", "roulette-1--1"])
    expect((await api.call(`GET /api/v1/rounds/${id}`)).status, id).toBe(404);
  expect((await api.call("GET /api/v1/games/roulette/rounds?cursor=x")).status).toBe(422);
});

test("the lock's connection is cut while the wheel turns: the standby pays the fixed number, and the old owner nothing", async () => {
  const { host, wallet } = app;
  const { round } = await until(first, { state: "betting" });
  const [alice, bob] = [await app.player(rub(100)), await app.player(rub(100))];
  await api.call(bets, { token: alice, key: app.newKey(), body: red("10") });
  const black = { chips: [{ spot: "black", stake: "10" }] };
  await api.call(bets, { token: bob, key: app.newKey(), body: black });
  await until(first, { state: "spinning" });
  await host.db.query(
    // Of this database: locks of all of them are listed, and other tests hold their own.
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE locktype = 'advisory' AND classid = $1 AND granted AND datname = current_database()`,
    [lockClass],
  );
  // The owner must be notified before the clock advances, or it would end the round itself.
  await expect.poll(async () => (await snapshot(first)).round).toBeNull();
  const leader = async () => (await snapshot(standby)).round ?? (await snapshot(first)).round ?? 0;
  for (let i = 0; i < 500 && (await leader()) <= round; i++) await host.pass(200);
  const record = (await api.call(`GET /api/v1/rounds/roulette-1-${round}`)).body.data;
  expect(record).toMatchObject({ status: "settled", proof: { link: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  const colour = colourOf(record.proof.outcome.pocket);
  expect(await Promise.all([balanceOf(alice), balanceOf(bob)])).toEqual([
    colour === "red" ? rub(110) : rub(90),
    colour === "black" ? rub(110) : rub(90),
  ]);
  expect(await wallet.openBets("roulette-1", BigInt(round))).toEqual([]);
  await app.expectBooks();
});
