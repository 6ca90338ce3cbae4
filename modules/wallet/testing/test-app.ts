import { expect } from "vitest";
import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { limitInvariants } from "#modules/limits/server/index.ts";
import { auditBooks } from "../server/audit-books.ts";
import { createWallet, type Wallet } from "../server/create-wallet.ts";
import type { WalletOptions } from "../server/wallet-lanes.ts";
import { deposit, idOf } from "./test-bets.ts";
import { testMarketSql } from "./test-markets.ts";
import { type TestPairs, testPairs } from "./test-pairs.ts";

/** A wallet on a fresh PostgreSQL, with the players of the tests. */
export interface TestApp {
  readonly host: TestHost;
  readonly wallet: Wallet;
  readonly pairs: TestPairs;
  /** A player with a wallet, a seed pair and this much real money (micro-units). */
  player(name: string, amount: bigint, currency?: Currency): Promise<PlayerId>;
  /** Fixes the prices of today, dollars for one unit. */
  fixRates(prices?: Readonly<Record<Currency, string>>): Promise<void>;
  /** A second server process on the same database, whose clock may be behind by some milliseconds. */
  second(options?: WalletOptions, behindMs?: number): { wallet: Wallet; stop(): Promise<void> };
  /** The books balance, and show this real money of the player. */
  expectBooks(player?: PlayerId, real?: bigint, currency?: Currency): Promise<void>;
  close(): Promise<void>;
}

/** Fixes the prices of the day (UTC) of `now`, overwriting existing ones. */
export async function fixTestRates(db: Queryable, now: number, prices: Readonly<Record<Currency, string>>) {
  await db.query(
    `INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices) VALUES ($1, $2, $2, $3)
     ON CONFLICT (day) DO UPDATE SET prices = $3`,
    [Math.floor(now / 86_400_000), new Date(now), JSON.stringify(prices)],
  );
}

/** `modules`: whose tables are there beside the wallet's. */
export async function testApp(options: WalletOptions = {}, modules: readonly string[] = []): Promise<TestApp> {
  const host = await testHost({ modules: ["ledger", "debts", "rates", "limits", "fairness", "wallet", ...modules] });
  const pairs = testPairs(host.db);
  const wallet = createWallet(host, { pairs, markets: testMarketSql }, options);
  return {
    host,
    wallet,
    pairs,
    async player(name, amount, currency = "USD") {
      const player = idOf(name);
      await pairs.give(player);
      await host.db.tx(async tx => {
        await wallet.open(tx, player, currency);
        if (amount > 0n) await wallet.credit(tx, deposit(player, amount, currency));
      });
      return player;
    },
    async fixRates(prices = { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115" }) {
      await fixTestRates(host.db, host.clock.now(), prices);
    },
    second(others = options, behindMs = 0) {
      const clock = { ...host.clock, now: () => host.clock.now() - behindMs };
      const made = createWallet({ ...host, clock }, { pairs: testPairs(host.db), markets: testMarketSql }, others);
      return { wallet: made, stop: async () => made.stop?.() };
    },
    async expectBooks(player, real, currency = "USD") {
      expect([...(await auditBooks(host.db)), ...(await differencesOf(host.db, limitInvariants))]).toEqual([]);
      if (player === undefined) return;
      const balances = await wallet.balances(player);
      expect(balances.find(balance => balance.currency === currency)?.real).toBe(real);
    },
    async close() {
      await wallet.stop?.();
      await host.close();
    },
  };
}
