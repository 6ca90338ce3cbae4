import { afterAll, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { type BetsTestApp, betsTestApp } from "../testing/bets-test-app.ts";
import { createPresence, presentForMs } from "./presence.ts";
import { createBetsStore } from "./store.ts";

let app: BetsTestApp;
let api: TestApi;
beforeAll(async () => {
  app = await betsTestApp([]);
  api = await app.open();
});
afterAll(() => app.close());

const betOf = (player: PlayerId, change: Partial<Bet> = {}): Bet => ({
  player,
  key: app.newKey(),
  game: "dice",
  currency: "RUB",
  stake: micros(1n),
  payout: micros(0n),
  winCap: micros(1n),
  status: "settled",
  choice: {},
  outcome: {},
  rulesVersion: "dice-1",
  balanceAfter: micros(0n),
  settledBalance: micros(0n),
  seed: null,
  round: null,
  placedAt: new Date(0),
  settledAt: new Date(0),
  ...change,
});

test("the tiles show how many real players are active now: each once, no test players, none after five minutes", async () => {
  const { clock } = app.host;
  const [alice, bob, carol] = [await app.player(0n), await app.player(0n), await app.player(0n)];
  const publicProfiles = async () => new Map([[carol, { face: null, test: true }]]);
  const store = createBetsStore(app.host.db);
  const presence = createPresence({ clock, log: quietLog, store, publicProfiles });
  /** The tiles' figures once active players are recorded: that happens asynchronously, and figures are cached for some seconds. */
  const reported = async (expected: readonly { game: string; players: number }[]) => {
    await clock.advance(2_000);
    await expect.poll(() => store.playersNow(new Date(clock.now() - presentForMs))).toEqual(expected);
    await clock.advance(5_000);
    expect((await api.call("GET /api/v1/games/players")).body.data).toEqual(expected);
  };
  await reported([]);
  for (let i = 0; i < 50; i++) presence.observe("dice", betOf(alice));
  presence.observe("dice", betOf(bob));
  presence.observe("dice", betOf(carol));
  presence.observe("coinflip", betOf(bob));
  presence.observe("keno", betOf(bob, { status: "voided" }));
  await reported([
    { game: "coinflip", players: 1 },
    { game: "dice", players: 2 },
  ]);
  await clock.advance(120_000);
  presence.observe("dice", betOf(bob));
  await clock.advance(presentForMs - 60_000);
  await reported([{ game: "dice", players: 1 }]);
  await clock.advance(presentForMs);
  await reported([]);
});

test("a player's favourites are the same on every device, without duplicates, and are deleted with the account", async () => {
  const [alice, bob] = [await app.player(0n), await app.player(0n)];
  const marked = (who: PlayerId) => api.call("GET /api/v1/games/favourites", { token: who });
  const keep = (who: PlayerId, games: unknown) =>
    api.call("PUT /api/v1/games/favourites", { token: who, body: { games } });
  expect((await marked(alice)).body.data).toEqual({ games: [] });
  expect((await keep(alice, ["keno", "dice", "keno"])).body.data).toEqual({ games: ["keno", "dice"] });
  expect((await keep(alice, ["keno", "dice", "crash"])).status).toBe(200);
  expect((await marked(alice)).body.data).toEqual({ games: ["keno", "dice", "crash"] });
  expect((await marked(bob)).body.data).toEqual({ games: [] });
  expect((await keep(alice, ["<script>"])).status).toBe(422);
  const unknown = await keep(alice, ["keno", "pachinko"]);
  expect([unknown.status, unknown.body.errors]).toEqual([422, { games: ["game_unknown"] }]);
  expect((await marked(alice)).body.data).toEqual({ games: ["keno", "dice", "crash"] });
  expect((await api.call("GET /api/v1/games/favourites")).status).toBe(401);
  expect(await app.bets.personalData?.(alice)).toEqual({
    favourite_games: ["keno", "dice", "crash"],
    autobet_strategies: [],
  });
  await app.host.db.tx(async tx => app.bets.onAccountClosed?.(tx, alice));
  expect((await marked(alice)).body.data).toEqual({ games: [] });
});

test("a favourite whose game no longer exists is not shown, so that the page can save the list again", async () => {
  const bob = await app.player(0n);
  await createBetsStore(app.host.db).keepFavourites(bob, ["pachinko", "dice"], new Date(0));
  expect((await api.call("GET /api/v1/games/favourites", { token: bob })).body.data).toEqual({ games: ["dice"] });
});
