import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import type { Micros } from "#kit/money/amount.ts";
import { drawNumbers, type KenoBet, payoutAt } from "../shared/rules.ts";

/** Demo play: the very rules of the game on seeds of the page's own. The house is not asked and no balance is touched. */
export interface DemoTable {
  draw(bet: KenoBet, stake: Micros): { readonly drawn: readonly number[]; readonly payout: Micros };
}

/** @param randomBytes the browser's random source */
export function openDemoTable(randomBytes: (count: number) => Uint8Array): DemoTable {
  const serverSeed = randomBytes(32);
  let nonce = 0;
  return {
    draw(bet, stake) {
      const drawn = drawNumbers(openStream(nobleHashes, serverSeed, ["keno", "demo", nonce]));
      nonce += 1;
      return { drawn, payout: payoutAt(bet, stake, drawn) };
    },
  };
}

export function browserBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
