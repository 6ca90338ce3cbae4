import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Session } from "#kit/http/handler.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type TestAnswer, type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { accountBalance, differencesOf } from "#modules/ledger/server/index.ts";
import { accountNamed, depositsClearing } from "#modules/ledger/shared/chart.ts";
import { createRates, type Rates } from "#modules/rates/server/index.ts";
import { auditBooks, createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { createExchange, exchangeInvariants } from "../server/index.ts";

/** An exchange on a fresh PostgreSQL, with a rate feed that the test controls. */
export interface TestExchange {
  readonly host: TestHost;
  readonly wallet: Wallet;
  readonly rates: Rates;
  /** Dollars for one unit, and whether the feed answers. */
  readonly feed: { prices: Record<string, string>; isAway: boolean };
  person(sums: Partial<Record<Currency, string>>): Promise<string>;
  quote(player: string, from: Currency, to: Currency, amount: unknown): Promise<TestAnswer>;
  exchange(player: string, quote: string, key?: string): Promise<TestAnswer>;
  /** The books balance, and the player has this much real money. */
  expectBooks(player: string, sums: Partial<Record<Currency, string>>): Promise<void>;
  account(name: string, currency: Currency): Promise<bigint>;
  readonly api: TestApi;
  close(): Promise<void>;
}

export async function testExchange(): Promise<TestExchange> {
  const host = await testHost({ modules: ["exchange"] });
  const wallet = createWallet(host, { pairs: createFairness(host).pairs });
  const prices = { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115", USDT: "1", ETH: "3000" };
  const feed: TestExchange["feed"] = { prices, isAway: false };
  const rates = createRates(host, {
    read: async () => {
      if (feed.isAway) throw new Error("the connection broke");
      return { at: new Date(host.clock.now()).toISOString(), prices: feed.prices };
    },
  });
  const session = (player: string): Session => ({
    id: randomUUID() as string as Uuid,
    player: player as PlayerId,
    currency: "RUB",
    test: false,
  });
  const api = await testApi(host, [createExchange(host, { rates, wallet })], session);
  return {
    host,
    wallet,
    rates,
    feed,
    api,
    async person(sums) {
      const player = randomUUID() as string as PlayerId;
      for (const [currency, sum] of Object.entries(sums) as [Currency, string][]) {
        const reference = randomUUID() as string as Uuid;
        const movement = { owner: player, currency, amount: parseDecimal(sum), kind: "deposit", reference } as const;
        await host.db.tx(tx => wallet.credit(tx, { ...movement, from: depositsClearing("sandbox") }));
      }
      return player;
    },
    quote: (token, from, to, amount) => api.call("POST /api/v1/exchange/quotes", { token, body: { from, to, amount } }),
    exchange: (token, quote_id, key = randomUUID()) =>
      api.call("POST /api/v1/exchange", { token, key, body: { quote_id } }),
    async expectBooks(player, sums) {
      expect([...(await auditBooks(host.db)), ...(await differencesOf(host.db, exchangeInvariants))]).toEqual([]);
      const balances = await wallet.balances(player as PlayerId);
      for (const [currency, sum] of Object.entries(sums))
        expect([currency, balances.find(each => each.currency === currency)?.real]).toEqual([
          currency,
          parseDecimal(sum),
        ]);
    },
    account: (name, currency) => accountBalance(host.db, currency, accountNamed(name)),
    async close() {
      await wallet.stop?.();
      await host.close();
    },
  };
}
