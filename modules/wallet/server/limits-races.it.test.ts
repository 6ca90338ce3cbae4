import { afterAll, beforeAll, expect, test } from "vitest";
import { Failure } from "#kit/contract/error-code.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { setDailyLimits } from "#modules/limits/server/index.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { deposit, diceBet, keyOf, stakeLimits } from "../testing/test-bets.ts";
import type { PlaceAnswer, PlaceBet } from "./port.ts";

/** Stakes of one player in three currencies at once, through two processes. */

let app: TestApp;
let other: ReturnType<TestApp["second"]>;
beforeAll(async () => {
  app = await testApp();
  other = app.second();
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

/** Micro-dollars for one micro-unit. */
const rates = { USD: 1, EUR: 1.1, KZT: 0.002 } as const;
const currencies = ["USD", "EUR", "KZT"] as const;

async function traveller(name: string): Promise<PlayerId> {
  const player = await app.player(name, 1_000_000_000n);
  for (const [index, currency] of (["EUR", "KZT"] as Currency[]).entries())
    await app.host.db.tx(async tx => {
      await app.wallet.open(tx, player, currency);
      await app.wallet.credit(tx, deposit(player, 1_000_000_000n, currency, keyOf(0xe0 + index)));
    });
  return player;
}

/** Two processes compete for the player's nonces; a bet that got `unavailable` for it is retried under its key. */
async function answered({ wallet }: Pick<TestApp, "wallet">, bet: PlaceBet): Promise<PlaceAnswer> {
  for (;;) {
    try {
      return await wallet.place(bet);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

test.each([
  ["the sum of stakes", 100_000n, null, "wagered"],
  ["losses", null, 100_000n, "lost"],
] as const)("never pass a limit of %s", async (_what, wager, loss, counter) => {
  const player = await traveller(counter);
  await app.fixRates();
  const now = new Date(app.host.clock.now());
  await app.host.db.tx(tx => setDailyLimits(tx, { player, limits: stakeLimits(wager, loss), now }));
  const stakes = { USD: 3_000n, EUR: 2_900n, KZT: 1_400_000n };
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) => {
      const currency = currencies[index % 3] ?? "USD";
      return answered(index % 2 === 0 ? app : other, diceBet(player, 0x3000 + index, stakes[currency], 0n, currency));
    }),
  );
  expect(answers.some(answer => answer.kind === "accepted")).toBe(true);
  expect(answers.some(answer => answer.kind === "refused")).toBe(true);
  const { rows } = await app.host.db.query<{ currency: keyof typeof rates; used: bigint }>(
    `SELECT currency, ${counter} AS used FROM wallet.wallets WHERE player_id = $1`,
    [player],
  );
  const used = rows.reduce((sum, row) => sum + Number(row.used) * rates[row.currency], 0);
  expect(used).toBeLessThanOrEqual(100_000);
  // The limit is also used up: one more of the smallest stake would exceed it.
  expect(used + 2_800).toBeGreaterThan(100_000);
  await app.expectBooks();
});

test("a limit lowered during stakes in three currencies: nothing accepted after its commit exceeds it", async () => {
  const player = await traveller("lowered");
  await app.fixRates();
  const now = new Date(app.host.clock.now());
  await app.host.db.tx(tx => setDailyLimits(tx, { player, limits: stakeLimits(500_000n, null), now }));
  const stake = (index: number) => {
    const currency = currencies[index % 3] ?? "USD";
    const bet = diceBet(player, 0x5000 + index, currency === "KZT" ? 500_000n : 1_000n, 0n, currency);
    return answered(index % 2 === 0 ? app : other, bet);
  };
  const flying = Array.from({ length: 60 }, (_, index) => stake(index));
  await Promise.race(flying);
  await app.host.db.tx(tx => setDailyLimits(tx, { player, limits: stakeLimits(20_000n, null), now }));
  const usedNow = async () => {
    const { rows } = await app.host.db.query<{ used: number }>(
      `SELECT sum(wagered * CASE currency WHEN 'EUR' THEN 1.1 WHEN 'KZT' THEN 0.002 ELSE 1 END)::float8 AS used
       FROM wallet.wallets WHERE player_id = $1`,
      [player],
    );
    return rows[0]?.used ?? 0;
  };
  const atCommit = await usedNow();
  await Promise.all([...flying, ...Array.from({ length: 60 }, (_, index) => stake(100 + index))]);
  expect(await usedNow()).toBeLessThanOrEqual(Math.max(20_000, atCommit));
  await app.expectBooks();
});
