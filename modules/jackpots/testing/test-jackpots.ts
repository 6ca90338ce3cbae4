import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Accounts, createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, testPeople } from "#modules/accounts/testing/test-people.ts";
import type { RequestKind } from "#modules/approvals/server/index.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { createBets } from "#modules/bets/server/index.ts";
import { createFairness, type Fairness } from "#modules/fairness/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { crashBet, diceBet, roundBet } from "#modules/wallet/testing/test-bets.ts";
import {
  createJackpots,
  type JackpotFacts,
  type Jackpots,
  type NewJackpot,
  startRequest,
  termsOf,
  type termsRequest,
} from "../server/index.ts";

/** Jackpots over a real wallet, and bets of dice at 1 %. */

export const testFacts: JackpotFacts = {
  counts: () => true,
  returnedOf: () => ({ numerator: 99n, denominator: 100n }),
};

/** Won at the latest when it holds 0.001 beyond its seed: a bet of 1 adds 0.0018. */
export const smallPot = { seed: parseDecimal("10"), bound: parseDecimal("10.001") };

export interface TestJackpots {
  readonly host: TestHost;
  readonly api: TestApi;
  readonly wallet: Wallet;
  readonly fairness: Fairness;
  readonly accounts: Accounts;
  readonly jackpots: Jackpots;
  /** With 10,000 dollars and a client seed. */
  person(name: string): Promise<Person>;
  draft(terms?: Partial<NewJackpot>): Promise<NewJackpot>;
  /** Drafted and approved. */
  begin(terms?: Partial<NewJackpot>): Promise<NewJackpot>;
  /** Carries out what a second operator approves. */
  approve(kind: typeof startRequest | typeof termsRequest, jackpot: NewJackpot): Promise<void>;
  switch(id: string, to: "on" | "off"): Promise<void>;
  /** A bet of dice that ends at once, and loses; its key. */
  play(player: PlayerId, stake: string, game?: string): Promise<Uuid>;
  /** A bet that is open; it ends with `wallet.settle`. */
  open(player: PlayerId, stake: string): Promise<Uuid>;
  /** A bet in a shared round, which has no seeds of its own. */
  playShared(player: PlayerId, stake: string): Promise<void>;
  real(player: PlayerId): Promise<bigint>;
  close(): Promise<void>;
}

export async function testJackpots(): Promise<TestJackpots> {
  const host = await testHost({ modules: ["bets", "jackpots"] });
  const accounts = createAccounts(host);
  const fairness = createFairness(host);
  const wallet = createWallet(host, { pairs: fairness.pairs, seeds: fairness.seeds, accounts });
  accounts.onRegister(fairness.seeds.open);
  const { publicProfiles, regionOf, people: known } = accounts;
  const bets = createBets(host, {
    wallet,
    capital: wallet.capital,
    publicProfiles,
    regionOf,
    countryOf: () => null,
    isGame: () => true,
    seedFacts: fairness.seeds.facts,
    testPlayers: known.testPlayers,
  });
  const kinds = new Map<string, RequestKind>();
  const jackpots = createJackpots(host, {
    accounts,
    bets,
    wallet,
    facts: testFacts,
    pairs: fairness.pairs,
    audit: createAudit(host),
    approvals: {
      register: kind => kinds.set(kind.kind, kind),
      ask: () => Promise.reject(new Error("nothing is asked for here")),
    },
    projections: { onFolded: () => undefined },
  });
  const { api, person } = await testPeople(host, accounts, [fairness, wallet, bets, jackpots]);
  let keys = 0x2000;
  let rounds = 0n;
  const nextKey = () => {
    keys += 1;
    return keys;
  };
  const by = { id: randomUUID() as never, name: "dana", role: "owner", address: null, requestId: null } as const;

  async function draft(terms: Partial<NewJackpot> = {}): Promise<NewJackpot> {
    const jackpot: NewJackpot = {
      id: host.ids.next(),
      title: { en: "Silver pot", ru: "Серебряный банк", kz: "Күміс қор" },
      kind: "must_hit_by",
      currency: "USD",
      games: ["dice", "miner"],
      edgeShare: 200,
      seed: parseDecimal("100"),
      bound: parseDecimal("1000"),
      ...terms,
    };
    await host.db.tx(tx => jackpots.office.draft(tx, jackpot, by));
    return jackpot;
  }

  async function approve(kind: string, jackpot: NewJackpot): Promise<void> {
    const payload = { jackpot: jackpot.id, ...termsOf(jackpot) };
    const request = { id: randomUUID(), kind, subject: "", payload, reason: "a campaign", askedName: "dana" };
    await host.db.tx(tx => required(kinds.get(kind), "a registered kind").run(tx, request as never, by));
  }

  return {
    host,
    api,
    wallet,
    fairness,
    accounts,
    jackpots,
    async person(name) {
      const made = await person(name, "USD");
      await api.call("GET /api/v1/fairness/seeds", { token: made.token });
      await api.call("PUT /api/v1/fairness/client-seed", { token: made.token, body: { client_seed: `${name}-seed` } });
      await host.db.tx(async tx => {
        await wallet.open(tx, made.id, "USD");
        const movement = { owner: made.id, currency: "USD", amount: parseDecimal("10000"), kind: "deposit" } as const;
        await wallet.credit(tx, { ...movement, reference: host.ids.next(), from: depositsClearing("sandbox") });
      });
      return made;
    },
    draft,
    async begin(terms) {
      const jackpot = await draft(terms);
      await approve(startRequest, jackpot);
      return jackpot;
    },
    approve,
    switch: (id, to) => host.db.tx(async tx => void (await jackpots.office.switch(tx, id, to))),
    async play(player, stake, game = "dice") {
      const bet = diceBet(player, nextKey(), parseDecimal(stake), 0n);
      expect((await wallet.place({ ...bet, game })).kind).toBe("accepted");
      return bet.key;
    },
    async open(player, stake) {
      const bet = roundBet(player, nextKey(), parseDecimal(stake));
      expect((await wallet.place(bet)).kind).toBe("accepted");
      return bet.key;
    },
    async playShared(player, stake) {
      rounds += 1n;
      const epoch = await wallet.takeEpoch("crash");
      await wallet.openBettingWindow(host.db, "crash", rounds, epoch);
      const bet = crashBet(player, nextKey(), parseDecimal(stake), rounds);
      expect((await wallet.place(bet)).kind).toBe("accepted");
      const result = { kind: "paid", payout: parseDecimal("0"), outcome: null } as const;
      await wallet.settle({ player, bet: bet.key, result });
    },
    async real(player) {
      return (await wallet.balances(player)).find(({ currency }) => currency === "USD")?.real ?? 0n;
    },
    async close() {
      await wallet.stop?.();
      await host.close();
    },
  };
}
