import { hash } from "node:crypto";
import type { Bets } from "#modules/bets/server/index.ts";
import { createMemoryMultiplayerStore } from "#modules/engines/multiplayer/testing/memory-multiplayer-store.ts";
import { createMemoryLock } from "#modules/engines/shared-rounds/testing/memory-lock.ts";
import type { Stepwise } from "#modules/engines/stepwise/server/index.ts";
import type { MultiplayerDraws } from "#modules/fairness/server/index.ts";
import { createMemoryDraws } from "#modules/fairness/testing/memory-draws.ts";
import type { StoredBattle } from "#modules/games/battles/server/index.ts";
import { createMemoryCrashStore } from "#modules/games/crash/testing/memory-store.ts";
import type { StoredDuel } from "#modules/games/duels/server/index.ts";
import { createMemoryRoomStore } from "#modules/games/rooms/testing/memory-store.ts";
import { createMemoryRouletteStore } from "#modules/games/roulette/testing/memory-store.ts";
import type { WalletModel } from "#modules/wallet/testing/model.ts";
import { sequenceOf } from "./chains.ts";
import type { DatabaseOperations, SimulatedWorld } from "./server-process.ts";

/** What the games of one server store while processes come and go. */
export type GameStores = ReturnType<typeof gameStores>;

export function gameStores({ chance, clock, faults }: SimulatedWorld, wallet: WalletModel) {
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
  const ledOf = (name: string) => (epoch: bigint) => wallet.isLed(name, epoch);
  const shared = (sequence: string) => ({ chain: sequenceOf(sequence, chance), lock: createMemoryLock() });
  return {
    draws,
    crash: { ...shared("crash"), store: createMemoryCrashStore(ledOf("crash")) },
    roulette: { ...shared("roulette-1"), store: createMemoryRouletteStore(ledOf("roulette-1")) },
    rooms: { lock: createMemoryLock(), store: createMemoryRoomStore(ledOf("rooms")) },
    duels: {
      lock: createMemoryLock(),
      store: createMemoryMultiplayerStore<StoredDuel, boolean>(openerWon => ({ openerWon }), ledOf("duels")),
    },
    battles: {
      lock: createMemoryLock(),
      store: createMemoryMultiplayerStore<StoredBattle, readonly number[]>(tickets => ({ tickets }), ledOf("battles")),
    },
  };
}

/** Their operations that may fail, by what they are. */
export const roundStore = { faulty: ["openRound", "round", "open", "adopt", "advance", "reveal"] } as const;
export const roomStore = {
  faulty: ["openRound", "round", "open", "adopt", "write", "entries"],
  inside: ["lockInState", "close", "decide", "markForRefund", "end", "noteOnce"],
} as const satisfies DatabaseOperations<GameStores["rooms"]["store"]>;
export const multiplayerStore = {
  faulty: ["takeLeadership", "write", "unfinished", "rounds", "roundOf"],
  inside: ["takeNumbers", "insert", "lockInState", "take", "decide", "markForRefund", "end"],
} as const;
export const drawOperations = {
  faulty: ["nameBeacon", "confirm", "value", "facts", "beacons"],
  inside: ["open", "close", "reveal"],
  seldom: ["beacons"],
} as const satisfies DatabaseOperations<MultiplayerDraws>;
export const chainOperations = { faulty: [], inside: ["reveal"] } as const;

export interface SimulatedNeeds {
  readonly wallet: WalletModel;
  readonly bets: Bets;
  readonly stepwise: Pick<Stepwise, "openRounds">;
}

/** What a drain gives a round. */
export const drainMs = 60_000;
