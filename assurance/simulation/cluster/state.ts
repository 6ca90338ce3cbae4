import type { Micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { createMemoryCrashStore } from "#modules/games/crash/testing/memory-store.ts";
import { createWalletModel } from "#modules/wallet/testing/model.ts";
import { sequenceOf } from "../chains.ts";
import { chanceOf } from "../chance.ts";

export interface Gift {
  readonly id: Uuid;
  readonly from: PlayerId;
  readonly to: PlayerId;
  readonly amount: Micros;
}

/** What one database holds: the money of its players, and in the first one also the rounds. */
export type CellState = ReturnType<typeof cellState>;

export function cellState(seed: number, now: () => number, hasFence: boolean) {
  const wallet = createWalletModel({ now });
  return {
    wallet,
    crash: createMemoryCrashStore(epoch => !hasFence || wallet.isLed("crash", epoch)),
    // A stream of its own: a state that is built again draws the same chain.
    chain: sequenceOf("crash", chanceOf(seed ^ 0x51ed270b)),
    /** Gifts that have left their giver here, and are not confirmed by the other side. */
    outbox: new Map<Uuid, Gift>(),
    /** The cells that did not answer when betting ended, by round. Their stakes of it are given back. */
    absent: new Map<bigint, Set<number>>(),
  };
}
