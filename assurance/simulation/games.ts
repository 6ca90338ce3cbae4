import { hash } from "node:crypto";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { createMemoryMultiplayerStore } from "#modules/engines/multiplayer/testing/memory-multiplayer-store.ts";
import { createMemoryLock } from "#modules/engines/shared-rounds/testing/memory-lock.ts";
import type { Stepwise } from "#modules/engines/stepwise/server/index.ts";
import type { MultiplayerDraws } from "#modules/fairness/server/index.ts";
import { createMemoryDraws } from "#modules/fairness/testing/memory-draws.ts";
import { createBattles, type StoredBattle } from "#modules/games/battles/server/index.ts";
import { createCases } from "#modules/games/cases/server/index.ts";
import { createCoinflip } from "#modules/games/coinflip/server/index.ts";
import { createCrash } from "#modules/games/crash/server/index.ts";
import { createMemoryCrashStore } from "#modules/games/crash/testing/memory-store.ts";
import { createDice } from "#modules/games/dice/server/index.ts";
import { createDuels, type StoredDuel } from "#modules/games/duels/server/index.ts";
import { createHilo } from "#modules/games/hilo/server/index.ts";
import { createKeno } from "#modules/games/keno/server/index.ts";
import { createLimbo } from "#modules/games/limbo/server/index.ts";
import { createMiner } from "#modules/games/miner/server/index.ts";
import { createPlinko } from "#modules/games/plinko/server/index.ts";
import { createRooms } from "#modules/games/rooms/server/index.ts";
import { createMemoryRoomStore } from "#modules/games/rooms/testing/memory-store.ts";
import { createRoulette } from "#modules/games/roulette/server/index.ts";
import { createMemoryRouletteStore } from "#modules/games/roulette/testing/memory-store.ts";
import type { WalletModel } from "#modules/wallet/testing/model.ts";
import { sequenceOf } from "./chains.ts";
import type { DatabaseOperations, Mortal, SimulatedWorld } from "./server-process.ts";

/** What the games of one server store while processes come and go. */
export type GameStores = ReturnType<typeof gameStores>;

export function gameStores({ chance, clock, faults }: SimulatedWorld) {
  const salt = chance.bytes(8);
  // Sometimes the beacon withholds a value for longer than a round waits, and sometimes it is unreachable.
  const drawnIn = (round: number) => hash("sha256", Buffer.concat([salt, Buffer.from(String(round))]), "buffer");
  const draws = createMemoryDraws({
    now: clock.now,
    bytes: chance.bytes,
    beacon(round) {
      const value = drawnIn(round);
      const missing = (value[0] ?? 0) < 24 && clock.now() < (round + 75) * 1_000;
      return missing || (faults() && chance.happens(10)) ? undefined : value.toString("hex");
    },
  });
  const shared = (sequence: string) => ({ chain: sequenceOf(sequence, chance), lock: createMemoryLock() });
  return {
    draws,
    crash: { ...shared("crash"), store: createMemoryCrashStore() },
    roulette: { ...shared("roulette-1"), store: createMemoryRouletteStore() },
    rooms: { lock: createMemoryLock(), store: createMemoryRoomStore() },
    duels: {
      lock: createMemoryLock(),
      store: createMemoryMultiplayerStore<StoredDuel, boolean>(openerWon => ({ openerWon })),
    },
    battles: {
      lock: createMemoryLock(),
      store: createMemoryMultiplayerStore<StoredBattle, readonly number[]>(tickets => ({ tickets })),
    },
  };
}

const roundStore = { faulty: ["openRound", "round", "open", "adopt", "advance", "reveal"] } as const;
const roomStore = {
  faulty: ["openRound", "round", "open", "adopt", "close", "decide", "giveBack", "end", "noteOnce", "entries"],
} as const satisfies DatabaseOperations<GameStores["rooms"]["store"]>;
const multiplayerStore = {
  faulty: ["takeLeadership", "write", "unfinished", "rounds", "roundOf"],
  inside: ["takeNumbers", "insert", "still", "take", "decide", "giveBack", "end"],
} as const;
const drawOperations = {
  faulty: ["nameBeacon", "confirm", "value", "facts", "beacons"],
  inside: ["open", "close", "reveal"],
} as const satisfies DatabaseOperations<MultiplayerDraws>;
const chain = { faulty: [], inside: ["reveal"] } as const;

interface GameNeeds {
  readonly wallet: WalletModel;
  readonly bets: Bets;
  readonly stepwise: Pick<Stepwise, "openRounds">;
}

/** What a drain gives a round. */
const drainMs = 60_000;

type Make = (self: Mortal, needs: GameNeeds, stores: GameStores) => ServerModule;

/** The games, each as one server process opens it. */
export const games = {
  dice: ({ host }, needs) => createDice(host, needs),
  plinko: ({ host }, needs) => createPlinko(host, needs),
  limbo: ({ host }, needs) => createLimbo(host, needs),
  keno: ({ host }, needs) => createKeno(host, needs),
  cases: ({ host }, needs) => createCases(host, needs),
  coinflip: ({ host }, needs) => createCoinflip(host, needs),
  miner: ({ host }, needs) => createMiner(host, needs),
  hilo: ({ host }, needs) => createHilo(host, needs),
  crash: (self, needs, { crash }) =>
    createCrash(self.host, {
      ...needs,
      drainMs,
      lock: self.lock(crash.lock),
      sequences: self.database("crash chain", crash.chain, chain),
      store: self.database("crash", crash.store, roundStore),
    }),
  roulette: (self, needs, { roulette }) =>
    createRoulette(self.host, {
      ...needs,
      drainMs,
      lock: self.lock(roulette.lock),
      sequences: self.database("roulette chain", roulette.chain, chain),
      store: self.database("roulette", roulette.store, roundStore),
    }),
  rooms: (self, needs, { rooms, draws }) =>
    createRooms(self.host, {
      ...needs,
      drainMs,
      lock: self.lock(rooms.lock),
      currencies: ["RUB"] as const,
      draws: self.database("multiplayer draws", draws, drawOperations),
      store: self.database("rooms", rooms.store, roomStore),
    }),
  duels: (self, needs, { duels, draws }) =>
    createDuels(self.host, {
      ...needs,
      drainMs,
      lock: self.lock(duels.lock),
      draws: self.database("multiplayer draws", draws, drawOperations),
      store: self.database("duels", duels.store, multiplayerStore),
    }),
  battles: (self, needs, { battles, draws }) =>
    createBattles(self.host, {
      ...needs,
      drainMs,
      lock: self.lock(battles.lock),
      draws: self.database("multiplayer draws", draws, drawOperations),
      store: self.database("battles", battles.store, multiplayerStore),
    }),
} as const satisfies Readonly<Record<string, Make>>;

export type GameName = keyof typeof games;
export const gameNames = Object.keys(games) as readonly GameName[];
