import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { createBets } from "#modules/bets/server/index.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { auditBooks, createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import {
  changeProvider,
  connectProvider,
  createProviders,
  makeKey,
  type Provider,
  type Providers,
  readGames,
} from "../server/index.ts";
import type { GameManifest } from "../shared/provider-calls.ts";
import { type SimulatedProvider, simulatedGame, simulatedProvider } from "./simulated-provider.ts";

/** A casino with one connected provider, on a fresh PostgreSQL. */
export interface TestProviders {
  readonly host: TestHost;
  readonly wallet: Wallet;
  readonly providers: Providers;
  readonly simulated: SimulatedProvider;
  /** Countries that are closed. */
  readonly closed: Set<string>;
  readonly api: TestApi;
  provider(): Provider;
  /** A player with this much money (micro-units) who has the game open. */
  playing(amount: bigint, game?: string, currency?: Currency, country?: string): Promise<Playing>;
  real(player: PlayerId, currency?: Currency): Promise<bigint | undefined>;
  expectBooks(): Promise<void>;
  close(): Promise<void>;
}

export interface Playing {
  readonly player: PlayerId;
  readonly session: string;
  /** A bet of this player, its fields changed as given. */
  bet(rest?: object): { tx: string; round: string } & Record<string, unknown>;
  win(round: string, amount: string, rest?: object): { tx: string } & Record<string, unknown>;
  rollback(bet: { tx: string; round: string }, rest?: object): { tx: string } & Record<string, unknown>;
}

export const uuid = () => randomUUID() as string as Uuid;

/** `modules`: whose tables are there beside those of providers. */
export async function testProviders(
  games: readonly GameManifest[] = [simulatedGame("altyn")],
  modules: readonly string[] = [],
): Promise<TestProviders> {
  const host = await testHost({ modules: ["providers", ...modules] });
  const fairness = createFairness(host);
  const wallet = createWallet(host, { pairs: fairness.pairs });
  const accounts = createAccounts(host);
  const closed = new Set<string>();
  const geo = { isOpen: (country: string | null) => country !== null && !closed.has(country), countryOf: () => "KZ" };
  const bets = createBets(host, {
    wallet,
    capital: wallet.capital,
    publicProfiles: accounts.publicProfiles,
    regionOf: accounts.regionOf,
    testPlayers: accounts.people.testPlayers,
    countryOf: () => "KZ",
    isGame: () => true,
    seedFacts: fairness.seeds.facts,
  });
  let api: TestApi | undefined;
  const simulated = simulatedProvider(host.clock, () => required(api, "the API is there"));
  const approvals = { register: () => undefined, ask: () => Promise.reject(new Error("nobody asks")) };
  const providers = createProviders(
    host,
    { wallet, accounts, geo, approvals, bets },
    { transport: request => simulated.transport(request) },
  );
  await wallet.start?.();
  await bets.start?.();
  await providers.start?.();
  api = await testApi(host, [bets, providers], () => null);
  const { registry, needs } = providers;
  const id = await host.db.tx(tx =>
    connectProvider(host, registry, tx, {
      slug: "studio",
      title: "Studio",
      baseUrl: "https://studio.example/fwp",
      frameOrigin: "https://studio.example",
    }),
  );
  simulated.key = await host.db.tx(tx => makeKey(host, registry, tx, id));
  await host.db.tx(tx => changeProvider(registry, tx, id, { isOn: true, callsPerSecond: 100_000 }));
  simulated.manifests.push(...games);
  const provider = () => required(registry.byId(id), "connected");
  await until(() => registry.byId(id)?.isOn === true);
  await readGames(needs, provider());
  await until(() => provider().games.size === games.length);

  return {
    host,
    wallet,
    providers,
    simulated,
    closed,
    api,
    provider,
    async playing(amount, game = "altyn", currency = "USD", country = "KZ") {
      const player = host.ids.next() as string as PlayerId;
      await host.db.tx(async tx => {
        await wallet.open(tx, player, currency);
        const deposit = {
          owner: player,
          currency,
          amount: micros(amount),
          kind: "deposit",
          reference: uuid(),
        } as const;
        if (amount > 0n) await wallet.credit(tx, { ...deposit, from: depositsClearing("sandbox") });
      });
      const opened = { provider: id, slug: game, player, casinoSession: uuid(), currency, country };
      const session = await host.db.tx(tx => needs.sessions.open(tx, opened));
      const common = { game, player, currency };
      return {
        player,
        session,
        bet: rest => ({
          tx: uuid(),
          round: uuid(),
          ...common,
          session,
          amount: "1",
          base: "1",
          kind: "stake",
          ...rest,
        }),
        win: (round, sum, rest) => ({ tx: uuid(), round, ...common, amount: sum, close: true, ...rest }),
        rollback: ({ tx, round }, rest) => ({ tx: uuid(), round, ...common, ref: tx, reason: "timeout", ...rest }),
      };
    },
    async real(player, currency = "USD") {
      return (await wallet.balances(player)).find(each => each.currency === currency)?.real;
    },
    async expectBooks() {
      expect(await auditBooks(host.db)).toEqual([]);
    },
    async close() {
      await providers.stop?.();
      await bets.stop?.();
      await wallet.stop?.();
      await host.close();
    },
  };
}

/** The registry reads again after a signal: real time, a few milliseconds. */
async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !done(); tries++) await new Promise(resolve => setTimeout(resolve, 5));
  expect(done()).toBe(true);
}
