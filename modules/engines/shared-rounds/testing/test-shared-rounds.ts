import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { createDispatcher } from "#kit/http/dispatcher.ts";
import type { Session } from "#kit/http/handler.ts";
import type { LeaderLock } from "#kit/leadership/leader-lock.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { armedFailpoints } from "#kit/testing/armed-failpoints.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { testBets } from "#modules/bets/testing/test-bets.ts";
import type { ChainRound, ChainSequences } from "#modules/fairness/server/index.ts";
import { depositsClearing, inPlay } from "#modules/ledger/shared/chart.ts";
import { createWalletModel, modelTx, type WalletModel } from "#modules/wallet/testing/model.ts";
import { createMemoryLock } from "./memory-lock.ts";
import type { IsLed } from "./memory-round-store.ts";

/** Tests of a shared round on the wallet's model: the test controls time and results; every outgoing byte is recorded. */

export const salt = "5a".repeat(32);
export const linkOf = (round: number): string => createHash("sha256").update(`link ${round}`).digest("hex");
export const newKey = (): Uuid => randomUUID() as string as Uuid;
export const rub = (units: number): bigint => BigInt(Math.round(units * 100)) * 10_000n;

/** A sequence whose rounds begin with the given random words. */
export function testSequences(sequence: string, wordOf: (round: number) => bigint): ChainSequences {
  const revealed: string[] = [];
  const chain = { sequence, head: "00".repeat(32), firstRound: 1, salt, testBeacon: true };
  const commitmentOf = (round: number) =>
    toHex(
      createHash("sha256")
        .update(required(parseHex(linkOf(round)), "hex"))
        .digest(),
    );
  return {
    prepare: async () => 0,
    nextRound: async () => revealed.length + 1,
    async open(_sequence, round) {
      expect(round).toBe(revealed.length + 1);
      const word = wordOf(round);
      const stream = () => ({ next: () => word, position: 0, blocks: [] });
      return { chain, round, commitment: commitmentOf(round), stream } as unknown as ChainRound;
    },
    async reveal(_tx, { round }) {
      expect(round).toBe(revealed.length + 1);
      revealed.push(linkOf(round));
      return linkOf(round);
    },
    facts: async (_sequence, round) => ({
      ...chain,
      commitment: commitmentOf(round),
      link: revealed[round - 1] ?? null,
    }),
    published: async () => ({ chains: [], revealed_round: revealed.length, revealed_link: revealed.at(-1) ?? null }),
  };
}

export interface Outbound {
  readonly at: number;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an event; types would only repeat it.
  readonly data: any;
  readonly text: string;
}

export interface TestAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly body: any;
  readonly text: string;
}

export interface Owner {
  readonly failpoints: ReturnType<typeof armedFailpoints>;
  readonly sent: Outbound[];
  /** `name` is method and path; a bet's id in the path stands for `:id`. */
  call(name: string, player: PlayerId | null, body?: object, key?: Uuid): Promise<TestAnswer>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  snapshot(player?: PlayerId): Promise<any>;
  start(): Promise<void>;
  drain(): Promise<void>;
  stop(): Promise<void>;
}

interface SharedRoundSpec<Store> {
  readonly game: string;
  readonly sequence: string;
  /** The first word of each round's stream. */
  readonly wordOf: (round: number) => bigint;
  readonly store: (isLed: IsLed) => Store;
  readonly create: (host: Host, needs: SharedNeeds<Store>) => ServerModule;
  /** Lets a test put something between the game and the wallet. */
  readonly wrap?: ((wallet: WalletModel) => WalletModel) | undefined;
  /** Bankroll of every currency, micro-units. */
  readonly bankroll?: Micros | undefined;
}

export interface SharedNeeds<Store> {
  readonly wallet: WalletModel;
  readonly sequences: ChainSequences;
  readonly bets: Bets;
  readonly store: Store;
  readonly lock: LeaderLock;
}

export function sharedRoundScenario<Store>(spec: SharedRoundSpec<Store>) {
  const clock = manualClock();
  const model = createWalletModel({ now: clock.now });
  const wallet = spec.wrap?.(model) ?? model;
  const store = spec.store(epoch => model.isLed(spec.sequence, epoch));
  const lock = createMemoryLock();
  const sequences = testSequences(spec.sequence, spec.wordOf);
  const sessions = new Map<string, Session>();
  const hidden = new Set<PlayerId>();
  /** Every byte that left any owner: responses, snapshots, events. */
  const outbound: string[] = [];

  function owner(): Owner {
    const failpoints = armedFailpoints();
    const host = { clock, log: quietLog, metrics: quietMetrics, failpoints } as unknown as Host;
    const bets = testBets(host, { hidden, ...(spec.bankroll !== undefined && { bankroll: spec.bankroll }) });
    const game = spec.create(host, { wallet, sequences, bets, store, lock });
    const dispatcher = createDispatcher(game.handlers ?? [], {
      authenticate: token => sessions.get(token) ?? null,
      limiter: { take: () => 0 },
      clock,
      log: quietLog,
      metrics: quietMetrics,
    });
    const sent: Outbound[] = [];
    const [channel] = game.channels ?? [];
    channel?.bind((event, data) => {
      const text = JSON.stringify({ event, data });
      outbound.push(text);
      sent.push({ at: clock.monotonic(), event, data: JSON.parse(text).data, text });
    });
    return {
      failpoints,
      sent,
      async call(name, player, body = {}, key = newKey()) {
        const [method, path = ""] = name.split(" ");
        const [, id] = /bets\/([^/]+)\/cash-out$/.exec(path) ?? [];
        const route = `${method} ${id === undefined ? path : path.replace(id, ":id")}`;
        const mounted = required(
          dispatcher.calls.find(call => call.name === route),
          `no call ${route}`,
        );
        const caller = {
          token: player,
          locale: "en",
          ip: "",
          hostname: "",
          userAgent: "",
          cookies: {},
          headers: {},
        } as const;
        const call = new SocketCall(caller, key, "request", quietLog);
        const answer = await mounted.run(call, { params: { id }, query: {}, body });
        outbound.push(answer.text);
        return {
          status: answer.status,
          text: answer.text,
          body: answer.text === "" ? undefined : JSON.parse(answer.text),
        };
      },
      async snapshot(player) {
        const text = JSON.stringify(await channel?.snapshot(player ? (sessions.get(player) ?? null) : null));
        outbound.push(text);
        return JSON.parse(text);
      },
      async start() {
        await game.start?.();
        await clock.advance(0);
      },
      drain: async () => game.drain?.(),
      stop: async () => game.stop?.(),
    };
  }

  return {
    clock,
    wallet: model,
    lock,
    store,
    owner,
    outbound,
    hidden,
    /** A player with this much real money. */
    async player(amount: bigint, currency: Currency = "RUB"): Promise<PlayerId> {
      const player = randomUUID() as string as PlayerId;
      sessions.set(player, { id: newKey(), player, currency, test: false });
      await model.open(modelTx, player, currency);
      const deposit = {
        owner: player,
        currency,
        amount: micros(amount),
        kind: "deposit" as const,
        reference: newKey(),
      };
      if (amount > 0n) await model.credit(modelTx, { ...deposit, from: depositsClearing("sandbox") });
      return player;
    },
    async balance(player: PlayerId, currency: Currency = "RUB"): Promise<bigint> {
      return (await model.balances(player)).find(balance => balance.currency === currency)?.real ?? 0n;
    },
    expectBooks: () => expectBooks(model, spec.game, spec.sequence),
  };
}

/** A scenario whose first round is betting, run by one owner. */
export async function openedBy<S extends { owner(): Owner }>({ owner: another, ...rest }: S) {
  const owner = another();
  await owner.start();
  return { ...rest, owner, another };
}

/** Each bet has one stake and at most one end; the amount in play is the stakes of open bets; no balance is below zero. */
async function expectBooks(model: WalletModel, game: string, sequence: string): Promise<void> {
  const account = inPlay(game);
  const counts = new Map<string, Record<string, number>>();
  let playing = 0n;
  for (const { owner, reference, kind, debit, credit, amount, balanceAfter } of model.transfers) {
    const name = `${owner}/${reference}`;
    const count = counts.get(name) ?? {};
    counts.set(name, { ...count, [kind]: (count[kind] ?? 0) + 1 });
    if (credit === account) playing += amount;
    if (debit === account) playing -= amount;
    expect(balanceAfter).toBeGreaterThanOrEqual(0n);
  }
  for (const count of counts.values()) {
    if (!count.stake) continue;
    expect(count.stake).toBe(1);
    expect((count.settle ?? 0) + (count.void ?? 0)).toBeLessThanOrEqual(1);
    // A bet settled immediately was never in play, so nothing settles it later.
    expect(count.payout ?? 0).toBeLessThanOrEqual(count.settle ?? (count.void ? 0 : 1));
  }
  let open = 0n;
  for (let round = 1n; round < 20n; round++) for (const bet of await model.openBets(sequence, round)) open += bet.stake;
  expect(playing).toBe(open);
}
