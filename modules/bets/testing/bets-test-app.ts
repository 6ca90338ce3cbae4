import { expect } from "vitest";
import { roundAt, soleBeacon } from "#kit/fair/beacon.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, type TestHostOptions, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { createStepwise, type Stepwise } from "#modules/engines/stepwise/server/index.ts";
import { type Beacon, createFairness, type Fairness } from "#modules/fairness/server/index.ts";
import { bonusCost, depositsClearing } from "#modules/ledger/shared/chart.ts";
import { auditBooks } from "#modules/wallet/server/audit-books.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { type Bets, createBets } from "../server/index.ts";

/** The application up to the bets module, on a fresh PostgreSQL, for integration tests of games. A token is the player's id. */
export interface BetsTestApp {
  readonly host: TestHost;
  readonly wallet: Wallet;
  readonly fairness: Fairness;
  readonly bets: Bets;
  readonly stepwise: Stepwise;
  /** HTTP over bets, fairness and these games. Starts them. */
  open(...games: readonly ServerModule[]): Promise<TestApi>;
  /** HTTP of another process on the same database, with its own game instance. */
  openSecond(create: (needs: { wallet: Wallet; bets: Bets; stepwise: Stepwise }) => ServerModule): Promise<TestApi>;
  /** A player with a seed pair and this much real money (micro-units). */
  player(amount: bigint, currency?: Currency): Promise<PlayerId>;
  /** A hundred roubles of bonus money that bets of this game wager, at any rate. */
  giveBonus(player: PlayerId, game: string): Promise<void>;
  /** What the active bonus has counted and how much bonus money is left, in micro-units. */
  bonusOf(player: PlayerId): Promise<{ readonly counted: bigint; readonly bonus: bigint }>;
  readonly newKey: () => Uuid;
  /** The player of a token, for HTTP of another process. */
  readonly authenticate: (token: string) => Session | null;
  expectBooks(): Promise<void>;
  close(): Promise<void>;
}

/** Favourites and strategies may name any other game. */
const unknownGame = "pachinko";

function composeBets(host: TestHost) {
  const fairness = createFairness(host, { beacon: testBeacon(host), chain: { length: 100, interval: 10 } });
  const wallet = createWallet(host, { pairs: fairness.pairs, seeds: fairness.seeds });
  const { publicProfiles, regionOf, people } = createAccounts(host);
  const { pairs, seeds } = fairness;
  const countryOf = () => null;
  const seats = { publicProfiles, testPlayers: people.testPlayers, regionOf };
  const isGame = (name: string) => name !== unknownGame;
  const needs = { ...seats, countryOf, isGame, wallet, capital: wallet.capital, seedFacts: seeds.facts };
  const bets = createBets(host, needs);
  return { fairness, wallet, bets, stepwise: createStepwise(host, { wallet, pairs, bets }) };
}

export async function betsTestApp(
  modules: readonly string[],
  seen: Pick<TestHostOptions, "log" | "metrics" | "onRandom" | "tracer"> = {},
): Promise<BetsTestApp> {
  const host = await testHost({ ...seen, modules: ["bets", ...modules] });
  const { fairness, wallet, bets, stepwise } = composeBets(host);
  const sessions = new Map<string, Session>();
  const started: ServerModule[] = [];

  const authenticate = (token: string) => sessions.get(token) ?? null;
  return {
    host,
    wallet,
    fairness,
    bets,
    stepwise,
    authenticate,
    newKey: () => host.ids.next(),
    async open(...games) {
      for (const module of [wallet, bets, stepwise, ...games]) {
        if (!started.includes(module)) await module.start?.();
        started.push(module);
      }
      return testApi(host, [fairness, bets, stepwise, ...games], authenticate);
    },
    async openSecond(create) {
      const second = composeBets(host);
      const game = create(second);
      for (const module of [second.wallet, second.bets, second.stepwise, game]) {
        await module.start?.();
        started.push(module);
      }
      return testApi(host, [second.fairness, second.bets, second.stepwise, game], authenticate);
    },
    async player(amount, currency = "RUB") {
      const player = host.ids.next() as string as PlayerId;
      sessions.set(player, { id: host.ids.next(), player, currency, test: false });
      await fairness.seeds.show(player);
      await fairness.seeds.setClientSeed(player, "player-seed_1");
      const movement = {
        owner: player,
        currency,
        amount: micros(amount),
        kind: "deposit",
        reference: host.ids.next(),
      } as const;
      await host.db.tx(async tx => {
        await wallet.open(tx, player, currency);
        if (amount > 0n) await wallet.credit(tx, { ...movement, from: depositsClearing("sandbox") });
      });
      return player;
    },
    async giveBonus(player, game) {
      const amount = micros(100_000_000n);
      const terms = {
        id: host.ids.next(),
        player,
        currency: "RUB",
        account: bonusCost("deposit"),
        amount,
        target: micros(2_000_000_000n),
        maxBet: amount,
        games: [game],
        until: new Date(host.clock.now() + 86_400_000),
      } as const;
      expect(await host.db.tx(tx => wallet.grants.give(tx, terms))).toBe(true);
    },
    async bonusOf(player) {
      const { rows } = await host.db.query<{ counted: bigint; bonus: bigint }>(
        "SELECT 2000000000 - wager_left AS counted, bonus FROM wallet.wallets WHERE player_id = $1 AND grant_no IS NOT NULL",
        [player],
      );
      return required(rows[0], "an active bonus");
    },
    async expectBooks() {
      expect(await auditBooks(host.db)).toEqual([]);
    },
    async close() {
      for (const module of started.reverse()) await module.stop?.();
      await host.close();
    },
  };
}

/** A beacon without a network that signs for real and has no value before it is due. */
export function testBeacon({ clock }: TestHost): Beacon {
  const beacon = soleBeacon(Uint8Array.of(9), 1_760_000_000, 1, "test");
  return {
    test: true,
    info: async () => beacon.info,
    round: async number => {
      if (number > roundAt(beacon.info, clock.now())) throw new Error("not yet");
      return beacon.sign(number);
    },
  };
}
