import { randomUUID } from "node:crypto";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { createDispatcher } from "#kit/http/dispatcher.ts";
import type { Session } from "#kit/http/handler.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import { type TestBetsOptions, testBets } from "#modules/bets/testing/test-bets.ts";
import type { StepwiseNeeds } from "#modules/engines/stepwise/server/index.ts";
import { testStepwise } from "#modules/engines/stepwise/testing/test-stepwise.ts";
import { type RoundPairs, SeedPair } from "#modules/fairness/server/index.ts";
import { depositsClearing, gameResult } from "#modules/ledger/shared/chart.ts";
import { createWalletModel, modelTx } from "#modules/wallet/testing/model.ts";
import type { InstantNeeds } from "../server/instant-game.ts";

const goldenSeed = Uint8Array.from({ length: 32 }, (_, index) => index);
export const newKey = () => randomUUID() as string as Uuid;
/** Major units in micro-units. */
export const units = (amount: number) => BigInt(Math.round(amount * 100)) * 10_000n;

export type CreateGame = (host: Host, needs: InstantNeeds & StepwiseNeeds) => ServerModule;
export type TestGame = ReturnType<typeof testGame>;

/** The caller's identity over the WebSocket. */
export function socketCaller(token: string | null) {
  return {
    token,
    locale: "en" as const,
    ip: "",
    hostname: "",
    userAgent: "",
    cookies: {},
    headers: {},
  };
}

/** A game on the wallet's model, without a database. All players use the seeds of the golden rounds, from nonce 0. */
export function testGame(game: string, create: CreateGame, options: TestBetsOptions = {}) {
  const clock = manualClock();
  const wallet = createWalletModel({ now: clock.now });
  const host = { clock, log: quietLog, metrics: quietMetrics } as unknown as Host;
  const pairs: RoundPairs = { at: async (_player, seed) => new SeedPair({ serverSeed: goldenSeed, ...seed }) };
  const bets = testBets(host, options);
  const module = create(host, { wallet, bets, stepwise: testStepwise({ wallet, pairs }, bets) });
  const sessions = new Map<string, Session>();
  const { calls } = createDispatcher(module.handlers ?? [], {
    authenticate: token => sessions.get(token) ?? null,
    limiter: { take: () => 0 },
    clock,
    log: quietLog,
    metrics: quietMetrics,
  });
  const frames: { event: string; data: unknown }[] = [];
  module.channels?.[0]?.bind((event, data) => frames.push({ event, data }));
  const account = gameResult(game);

  return {
    clock,
    wallet,
    frames,
    async player(amount: bigint, currency: Currency | null = "USD", seeded = true): Promise<PlayerId> {
      const player = randomUUID() as string as PlayerId;
      sessions.set(player, { id: newKey(), player, currency, test: false });
      const pair = new SeedPair({ number: 1, serverSeed: goldenSeed, clientSeed: "player-seed_1", nonce: 0 });
      if (seeded) wallet.setPair(player, pair);
      const deposit = { kind: "deposit", reference: newKey(), from: depositsClearing("sandbox") } as const;
      await wallet.open(modelTx, player, currency ?? "USD");
      const movement = { owner: player, currency: currency ?? "USD", amount: micros(amount), ...deposit };
      if (amount > 0n) await wallet.credit(modelTx, movement);
      return player;
    },
    async call(
      name: string,
      player: PlayerId | null,
      body: object = {},
      key: string | undefined = newKey(),
      params: object = {},
    ) {
      const found = required(
        calls.find(each => each.name === name),
        name,
      );
      const call = new SocketCall(socketCaller(player), key, "request", quietLog);
      const answer = await found.run(call, { params, query: {}, body });
      return { status: answer.status, text: answer.text, body: JSON.parse(answer.text) };
    },
    balance: async (player: PlayerId) => (await wallet.balances(player))[0]?.real,
    /** The casino's profit by the ledger: what the players have lost. */
    result: () =>
      wallet.transfers.reduce((sum, { credit, debit, amount }) => {
        if (credit === account) return sum + amount;
        return debit === account ? sum - amount : sum;
      }, 0n),
  };
}
