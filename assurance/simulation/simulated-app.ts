import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { createDispatcher, type MountedCall } from "#kit/http/dispatcher.ts";
import type { Session } from "#kit/http/handler.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import { required } from "#kit/std/invariant.ts";
import { quietMetrics } from "#kit/testing/quiet.ts";
import { testBets } from "#modules/bets/testing/test-bets.ts";
import { socketCaller } from "#modules/engines/instant/testing/test-game.ts";
import type { Stepwise } from "#modules/engines/stepwise/server/index.ts";
import { testStepwise } from "#modules/engines/stepwise/testing/test-stepwise.ts";
import { type RoundPairs, SeedPair } from "#modules/fairness/server/index.ts";
import type { GameName } from "#modules/games/index.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import type { OpenRound } from "#modules/wallet/server/port.ts";
import { createWalletModel, type WalletModel } from "#modules/wallet/testing/model.ts";
import { callFaults, faultOf } from "./coverage.ts";
import { createMortal, type DatabaseOperations, type ServerProcess, type SimulatedWorld } from "./server-process.ts";
import { type GameStores, gameStores } from "./stores.ts";

/** One server in one program: its wallet and its stores outlive its processes. */
export interface SimulatedApp {
  readonly wallet: WalletModel;
  readonly pairs: RoundPairs;
  readonly stores: GameStores;
  open(): ServerProcess;
}

const walletOperations = {
  faulty: ["place", "settle", "step", "finish", "bet", "openBets", "bettingWindow", "takeEpoch", "closeBettingWindow"],
  inside: ["openBettingWindow"],
} as const satisfies DatabaseOperations<WalletModel>;

export function simulatedApp(
  world: SimulatedWorld,
  played: readonly GameName[],
  wrap: (wallet: WalletModel) => WalletModel,
): SimulatedApp {
  const { clock, chance } = world;
  const wallet = createWalletModel({ now: clock.now });
  const stores = gameStores(world, wallet);
  const seeds = new Map<string, Uint8Array>();
  const seedOf = (player: string, number: number) => {
    const name = `${player}/${number}`;
    const seed = seeds.get(name) ?? chance.bytes(32);
    seeds.set(name, seed);
    return seed;
  };
  const pairs: RoundPairs = {
    at: async (player, seed) => new SeedPair({ serverSeed: seedOf(player, seed.number), ...seed }),
  };

  function open(): ServerProcess {
    const self = createMortal(world);
    const simulatedWallet = self.database("wallet", wrap(wallet), walletOperations);
    const closers = new Map<string, (round: OpenRound) => Promise<void>>();
    const bets = testBets(self.host);
    const stepwise = testStepwise({ wallet: simulatedWallet, pairs }, bets);
    const needs = {
      wallet: simulatedWallet,
      bets,
      stepwise: {
        openRounds: (spec => {
          const rounds = stepwise.openRounds(spec);
          closers.set(spec.game, rounds.close);
          return rounds;
        }) as Stepwise["openRounds"],
      },
    };
    const modules = played.map(name => gameTesting[name].open(self, needs, stores));
    return { ...self, ...self.mortal(apisOf(world, self.host, modules, closers)) };
  }
  return { wallet, pairs, stores, open };
}

function apisOf(
  { coverage }: SimulatedWorld,
  host: Host,
  modules: readonly ServerModule[],
  closers: ReadonlyMap<string, (round: OpenRound) => Promise<void>>,
): Pick<ServerProcess, "call" | "close" | "start" | "drain"> {
  const present = new Map<string, Session>();
  const { calls } = createDispatcher(
    modules.flatMap(({ handlers = [] }) => handlers),
    {
      authenticate: token => present.get(token) ?? null,
      limiter: { take: () => 0 },
      clock: host.clock,
      log: host.log,
      metrics: quietMetrics,
    },
  );
  const byName = new Map<string, MountedCall>(calls.map(call => [call.name, call]));
  // Every call that changes something has to be made, and to meet every fault of the network.
  for (const { name, route } of calls)
    if (route.method !== "GET") for (const fault of callFaults) coverage.expect(faultOf(name, fault));
  for (const { channels = [] } of modules) for (const channel of channels) channel.bind(() => undefined);
  return {
    async call(name, session, { key, params, body }) {
      present.set(session.player, session);
      const call = new SocketCall(socketCaller(session.player), key, "request", host.log);
      const { status, text } = await required(byName.get(name), `no call ${name}`).run(call, {
        params,
        query: {},
        body,
      });
      return { status, text };
    },
    close: async round => closers.get(round.game)?.(round),
    async start() {
      for (const module of modules) await module.start?.();
    },
    async drain() {
      await Promise.all(modules.map(module => module.drain?.()));
      await Promise.all(modules.map(module => module.stop?.()));
    },
  };
}
