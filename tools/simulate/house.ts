import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { createDispatcher, type MountedCall } from "#kit/http/dispatcher.ts";
import type { Session } from "#kit/http/handler.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { invariant, must } from "#kit/std/invariant.ts";
import { type ManualClock, manualClock } from "#kit/test/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/test/quiet.ts";
import { createMemoryLock } from "#modules/desk/server/shared-rounds/memory-lock.ts";
import { testDesk } from "#modules/desk/server/test-desk.ts";
import { socketCaller } from "#modules/desk/server/test-table.ts";
import { type ChainRound, type ChainSequences, type RoundPairs, SeedPair } from "#modules/fairness/server/index.ts";
import { createCases } from "#modules/games/cases/server/index.ts";
import { createCrash } from "#modules/games/crash/server/index.ts";
import { createMemoryCrashStore } from "#modules/games/crash/server/store.ts";
import { createDice } from "#modules/games/dice/server/index.ts";
import { createHilo } from "#modules/games/hilo/server/index.ts";
import { createKeno } from "#modules/games/keno/server/index.ts";
import { createMiner } from "#modules/games/miner/server/index.ts";
import { createRoulette } from "#modules/games/roulette/server/index.ts";
import { createMemoryRouletteStore } from "#modules/games/roulette/server/store.ts";
import { createWalletModel, type WalletModel } from "#modules/wallet/server/index.ts";
import type { OpenRound } from "#modules/wallet/server/port.ts";
import type { Chance } from "./chance.ts";
import { createMortal, type Mortal } from "./server-process.ts";

/** The words that came back, as a client hears them. */
export interface Heard {
  readonly status: number;
  readonly text: string;
}

/** One process of the house with all its games. */
export interface HouseProcess extends Mortal {
  call(name: string, session: Session, request: { key: Uuid; params: object; body: object }): Promise<Heard>;
  /** Ends the open rounds of its stepwise games in their players' place. */
  close(round: OpenRound): Promise<void>;
  start(): Promise<void>;
  drain(): Promise<void>;
}

/** One house in one program: its wallet and its stores outlive its processes. */
export interface SimulatedHouse {
  readonly clock: ManualClock;
  readonly wallet: WalletModel;
  readonly pairs: RoundPairs;
  open(faults: () => boolean): HouseProcess;
}

/** What a drain gives a round. */
const drainMs = 60_000;

export function simulatedHouse(
  chance: Chance,
  note: (text: string) => void,
  wrap: (wallet: WalletModel) => WalletModel,
): SimulatedHouse {
  const clock = manualClock();
  const wallet = createWalletModel({ now: clock.now });
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
  const [crashStore, rouletteStore] = [createMemoryCrashStore(), createMemoryRouletteStore()];
  const [crashChain, rouletteChain] = [sequenceOf("crash", chance), sequenceOf("roulette-1", chance)];
  const [crashLock, rouletteLock] = [createMemoryLock(), createMemoryLock()];

  function open(faults: () => boolean): HouseProcess {
    const self = createMortal(clock, chance, faults, note);
    const { host } = self;
    const lines = self.wallet(wrap(wallet));
    const closers = new Map<string, (round: OpenRound) => Promise<void>>();
    const desk = testDesk(host, { rounds: { wallet: lines, pairs } });
    const needs = {
      wallet: lines,
      desk: {
        ...desk,
        openRounds: (spec => {
          const rounds = desk.openRounds(spec);
          closers.set(spec.rules.game, rounds.close);
          return rounds;
        }) as typeof desk.openRounds,
      },
    };
    const shared = { ...needs, drainMs };
    const games: readonly ServerModule[] = [
      ...[createDice, createKeno, createCases, createMiner, createHilo].map(create => create(host, needs)),
      createCrash(host, {
        ...shared,
        ...{ sequences: self.mortal(crashChain), store: self.mortal(crashStore), lock: self.lock(crashLock) },
      }),
      createRoulette(host, {
        ...shared,
        ...{ sequences: self.mortal(rouletteChain), store: self.mortal(rouletteStore), lock: self.lock(rouletteLock) },
      }),
    ];
    return { ...self, ...doorsOf(host, games, closers) };
  }
  return { clock, wallet, pairs, open };
}

function doorsOf(
  host: Host,
  games: readonly ServerModule[],
  closers: ReadonlyMap<string, (round: OpenRound) => Promise<void>>,
): Pick<HouseProcess, "call" | "close" | "start" | "drain"> {
  const present = new Map<string, Session>();
  const { calls } = createDispatcher(
    games.flatMap(({ handlers = [] }) => handlers),
    {
      authenticate: token => present.get(token) ?? null,
      limiter: { take: () => 0 },
      ...{ clock: host.clock, log: quietLog, metrics: quietMetrics },
    },
  );
  const byName = new Map<string, MountedCall>(calls.map(call => [call.name, call]));
  for (const { channels = [] } of games) for (const channel of channels) channel.bind(() => undefined);
  return {
    async call(name, session, { key, params, body }) {
      present.set(session.player, session);
      const call = new SocketCall(socketCaller(session.player), key, "request", quietLog);
      const { status, text } = await must(byName.get(name), `no call ${name}`).run(call, { params, query: {}, body });
      return { status, text };
    },
    close: async round => closers.get(round.game)?.(round),
    async start() {
      for (const game of games) await game.start?.();
    },
    async drain() {
      await Promise.all(games.map(game => game.drain?.()));
      await Promise.all(games.map(game => game.stop?.()));
    },
  };
}

/** A chain whose links are chance of the seed. Rounds open and end strictly in order; a link is shown with the end. */
function sequenceOf(sequence: string, chance: Chance): ChainSequences {
  const revealed: string[] = [];
  const words = new Map<number, bigint>();
  const chain = { sequence, head: "00".repeat(32), firstRound: 1, salt: "5a".repeat(32), testBeacon: true };
  const wordOf = (round: number) => {
    const word = words.get(round) ?? BigInt(`0x${toHex(chance.bytes(8))}`);
    words.set(round, word);
    return word;
  };
  const linkOf = (round: number) => wordOf(round).toString(16).padStart(64, "0");
  return {
    prepare: async () => 0,
    nextRound: async () => revealed.length + 1,
    async open(_sequence, round) {
      invariant(round === revealed.length + 1, `${sequence} opens ${round} before its time`);
      const stream = () => ({ next: () => wordOf(round), position: 0, blocks: [] });
      return { chain, round, commitment: linkOf(round), stream } as unknown as ChainRound;
    },
    async reveal(_tx, { round }) {
      invariant(round === revealed.length + 1, `${sequence} reveals ${round} before its time`);
      revealed.push(linkOf(round));
      return linkOf(round);
    },
    facts: async (_sequence, round) => ({ ...chain, commitment: linkOf(round), link: revealed[round - 1] ?? null }),
    published: async () => ({ chains: [], revealed_round: revealed.length, revealed_link: revealed.at(-1) ?? null }),
  };
}
