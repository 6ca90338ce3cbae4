import { afterAll, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { type BetsTestApp, betsTestApp } from "../testing/bets-test-app.ts";
import { createTopBets } from "./top-bets.ts";
import { createStakeScores } from "./top-scores.ts";
import { createHighStakeStore } from "./top-store.ts";

const dayMs = 86_400_000;
let app: BetsTestApp;
beforeAll(async () => {
  app = await betsTestApp([]);
});
afterAll(() => app.close());

const betOf = (player: PlayerId, stake: bigint, currency: Currency): Bet => ({
  player,
  key: app.newKey(),
  game: "dice",
  currency,
  stake: micros(stake * 1_000_000n),
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
  placedAt: new Date(app.host.clock.now()),
  settledAt: new Date(app.host.clock.now()),
});

test("the largest stakes of all currencies are ranked by value, exclude test accounts, and expire after a day", async () => {
  const { db, clock } = app.host;
  const [alice, bob, carol] = [app.newKey(), app.newKey(), app.newKey()] as unknown as PlayerId[] as [
    PlayerId,
    PlayerId,
    PlayerId,
  ];
  const prices = { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.012" };
  const today = Math.floor(clock.now() / dayMs);
  const at = new Date(clock.now());
  await db.query("INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices) VALUES ($1, $2, $2, $3)", [
    today,
    at,
    JSON.stringify(prices),
  ]);
  const store = createHighStakeStore(db);
  const top = createTopBets({
    clock,
    log: quietLog,
    store,
    ...createStakeScores(db, clock),
    publicProfileOf: async player => ({ face: null, test: player === carol }),
    bet: async () => undefined,
    rowOf: async () => Promise.reject(new Error("not called in this test")),
  });
  await top.start();
  top.observe(betOf(alice, 1_000n, "RUB"));
  top.observe(betOf(bob, 13n, "USD"));
  top.observe(betOf(carol, 900n, "EUR"));
  const listed = async () => (await store.since(new Date(clock.now() - dayMs), 20)).map(({ player }) => player);
  await expect.poll(listed).toEqual([bob, alice]);
  await clock.advance(dayMs + 1);
  expect(await listed()).toEqual([]);
});
