import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import type { Micros } from "#kit/money/amount.ts";
import { type DiceBet, drawRoll, payoutAt } from "../shared/rules.ts";

/** Demo play: the very rules of the game on seeds of the page's own. The house is not asked and no balance is touched. */
export interface DemoTable {
  roll(bet: DiceBet, stake: Micros): { readonly roll: number; readonly payout: Micros };
}

/** @param randomBytes the browser's random source */
export function openDemoTable(randomBytes: (count: number) => Uint8Array): DemoTable {
  const serverSeed = randomBytes(32);
  let nonce = 0;
  return {
    roll(bet, stake) {
      const roll = drawRoll(openStream(nobleHashes, serverSeed, ["dice", "demo", nonce]));
      nonce += 1;
      return { roll, payout: payoutAt(bet, stake, roll) };
    },
  };
}

export function browserBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
