import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { manifestSchema } from "#modules/catalogue/shared/manifest.ts";
import { providerCalls, walletBodies } from "#modules/providers/shared/protocol.ts";
import { manifestView } from "#modules/providers/shared/provider-calls.ts";
import { manifestOf } from "#studio/rgs/server/manifest.ts";
import { featuresOf } from "#studio/slots/features-of.ts";
import { slots } from "#studio/slots/registry.ts";
import { tableManifest } from "#studio/tables/server/table-manifest.ts";
import { type CasinoDouble, profile, readyPlayer, startCasinoDouble } from "#studio/testing/casino-double.ts";
import { connect, openGame, parentOrigin, startTestStudio, type TestStudio } from "#studio/testing/test-studio.ts";
import { openTable, testBeacon, testTableParts, testTables } from "#studio/testing/test-tables.ts";

/** Two companies, one protocol: what the studio sends and answers is what the casino's contract takes. */

let world: TestStudio;
let casino: CasinoDouble;
const game = "winter-fair";

beforeAll(async () => {
  world = await startTestStudio({ tables: testTableParts(testBeacon()) });
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
  const message = randomUUID();
  await world.database.db.query(
    `WITH author AS (INSERT INTO tables.chat_players (casino, player, author) VALUES ((SELECT id FROM rgs.casinos LIMIT 1), $2, 'fox') RETURNING casino)
     INSERT INTO tables.chat_messages (id, game, language, casino, player, author, nick, text, at, change)
     SELECT $1, 'sic-bo', 'en', casino, $2, 'fox', 'Alice', 'Good luck', now(), 1 FROM author`,
    [message, player],
  );
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
    ["tables", "GET", "/tables"],
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
    ["chat", "GET", "/chat"],
    ["chat/{message}/remove", "POST", `/chat/${message}/remove`, {}],
    ["chat/mute", "POST", "/chat/mute", { player }],
    ["statement", "GET", "/statement?from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z"],
  ];
  expect(calls.map(([name]) => name).toSorted()).toEqual(Object.keys(providerCalls).toSorted());
  for (const [name, method, path, given] of calls) {
    const { body: answer } = await casino.call(world.url, method, path, given);
    const read = z.safeParse(providerCalls[name].reply, answer);
    expect([name, answer.status, read.success ? "" : JSON.stringify(read.error.issues)]).toEqual([name, "ok", ""]);
  }
});

test.each(slots)("the casino reads the manifest of $slug with its features and its paytable", async slot => {
  const symbols = Object.fromEntries(slot.symbols.map(({ name }) => [name, `/assets/${slot.slug}-${name}.svg`]));
  const page = { features: await featuresOf(slot.slug), symbols, par: `/assets/${slot.slug}-par.html` };
  const manifest = manifestOf({ game: slot, maths: "a".repeat(64), module: "", page });
  expect(z.safeParse(manifestView, manifest).error?.issues ?? []).toEqual([]);
  const { rules } = z.parse(manifestSchema, manifest);
  expect(rules?.features.length).toBeGreaterThan(0);
  for (const { symbol, pays } of rules?.paytable?.symbols ?? []) {
    const units = slot.symbols.find(({ name }) => name === symbol)?.pays ?? {};
    expect(pays.map(({ count, multiple }) => [count, Number(multiple) * slot.units])).toEqual(
      Object.entries(units).map(([count, of]) => [Number(count), of]),
    );
  }
});

test.each(testTables)("the catalogue reads the manifest of $game.slug", table => {
  expect(z.safeParse(manifestSchema, tableManifest(table)).error?.issues ?? []).toEqual([]);
});

test("a live table speaks the same protocol: its bets, wins, rollbacks, manifest and records fit", async () => {
  const player = randomUUID();
  casino.addPlayer(player, 100_000_000n);
  const before = casino.calls.length;
  const table = await openTable(world, casino, player);
  const round = await table.nextBetting();
  const { body } = await table.bet(round, { red: "1", "straight-0": "0.10" });
  casino.fault = call => (call === "bet" ? "lose" : undefined);
  await table.bet(round, { black: "1" });
  casino.fault = () => undefined;
  await table.ended(round);
  await expect.poll(() => casino.rounds.get(String(body.round))?.state, { timeout: 20_000 }).toBe("closed");
  const sent = casino.calls
    .slice(before)
    .map(({ call, body: text }) => [call, z.safeParse(walletBodies[call as "bet"], JSON.parse(text)).success]);
  expect(new Set(sent.map(([call]) => call))).toEqual(new Set(["authenticate", "bet", "win", "rollback"]));
  expect(sent.filter(([, fits]) => !fits)).toEqual([]);
  for (const [name, path] of [
    ["games", "/games"],
    ["tables", "/tables"],
    ["rounds/{round}", `/rounds/${body.round}`],
    ["rounds/open", `/rounds/open?player=${player}`],
    ["statement", "/statement?from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z"],
  ] as const) {
    const { body: answer } = await casino.call(world.url, "GET", path);
    const read = z.safeParse(providerCalls[name].reply, answer);
    expect([name, read.success ? "" : JSON.stringify(read.error.issues)]).toEqual([name, ""]);
  }
  const manifest = await casino.call(world.url, "GET", "/games");
  const games = (manifest.body.games as { kind: string }[]).filter(({ kind }) => kind === "live-casino");
  expect(games).toHaveLength(1);
  expect(z.safeParse(manifestSchema, games[0]).success).toBe(true);
  const finished = await casino.call(world.url, "POST", `/rounds/${body.round}/finish`, { player, reason: "expired" });
  expect(finished.body).toMatchObject({ status: "ok", record: { state: "closed", game: "meridian-roulette" } });
  table.disconnect();
});
