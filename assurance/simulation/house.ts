import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { createDispatcher, type MountedCall } from "#kit/http/dispatcher.ts";
import type { Session } from "#kit/http/handler.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { quietMetrics } from "#kit/testing/quiet.ts";
import { testDesk } from "#modules/bets/testing/test-desk.ts";
import { socketCaller } from "#modules/engines/instant/testing/test-table.ts";
import type { Stepwise } from "#modules/engines/stepwise/server/index.ts";
import { testStepwise } from "#modules/engines/stepwise/testing/test-stepwise.ts";
import { type RoundPairs, SeedPair } from "#modules/fairness/server/index.ts";
import type { OpenRound } from "#modules/wallet/server/port.ts";
import { createWalletModel, type WalletModel } from "#modules/wallet/testing/model.ts";
import { callFaults, faultOf } from "./coverage.ts";
import { type GameName, type GameStores, gameStores, games } from "./games.ts";
import { createMortal, type DatabaseOperations, type Mortal, type SimulatedWorld } from "./server-process.ts";

/** The words that came back, as a client hears them. */
export interface Heard {
  readonly status: number;
  readonly text: string;
}

/** One process of the house with its games. */
export interface HouseProcess extends Mortal {
  call(name: string, session: Session, request: { key: Uuid; params: object; body: object }): Promise<Heard>;
  /** Ends the open rounds of its stepwise games in their players' place. */
  close(round: OpenRound): Promise<void>;
  start(): Promise<void>;
  drain(): Promise<void>;
}

/** One house in one program: its wallet and its stores outlive its processes. */
export interface SimulatedHouse {
  readonly wallet: WalletModel;
  readonly pairs: RoundPairs;
  readonly stores: GameStores;
  open(): HouseProcess;
}

const walletOperations = {
  faulty: ["place", "settle", "step", "finish", "bet", "openBets", "gate", "takeEpoch", "closeGate"],
  inside: ["openGate"],
} as const satisfies DatabaseOperations<WalletModel>;

export function simulatedHouse(
  world: SimulatedWorld,
  played: readonly GameName[],
  wrap: (wallet: WalletModel) => WalletModel,
): SimulatedHouse {
  const { clock, chance } = world;
  const wallet = createWalletModel({ now: clock.now });
  const stores = gameStores(world);
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

  function open(): HouseProcess {
    const self = createMortal(world);
    const lines = self.database("wallet", wrap(wallet), walletOperations);
    const closers = new Map<string, (round: OpenRound) => Promise<void>>();
    const desk = testDesk(self.host);
    const stepwise = testStepwise({ wallet: lines, pairs }, desk);
    const needs = {
      wallet: lines,
      desk,
      stepwise: {
        openRounds: (spec => {
          const rounds = stepwise.openRounds(spec);
          closers.set(spec.rules.game, rounds.close);
          return rounds;
        }) as Stepwise["openRounds"],
      },
    };
    const modules = played.map(name => games[name](self, needs, stores));
    return { ...self, ...self.mortal(doorsOf(world, self.host, modules, closers)) };
  }
  return { wallet, pairs, stores, open };
}

function doorsOf(
  { coverage }: SimulatedWorld,
  host: Host,
  modules: readonly ServerModule[],
  closers: ReadonlyMap<string, (round: OpenRound) => Promise<void>>,
): Pick<HouseProcess, "call" | "close" | "start" | "drain"> {
  const present = new Map<string, Session>();
  const { calls } = createDispatcher(
    modules.flatMap(({ handlers = [] }) => handlers),
    {
      authenticate: token => present.get(token) ?? null,
      limiter: { take: () => 0 },
      ...{ clock: host.clock, log: host.log, metrics: quietMetrics },
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
      const { status, text } = await must(byName.get(name), `no call ${name}`).run(call, { params, query: {}, body });
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
