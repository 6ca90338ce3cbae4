import type { PlayerId } from "#kit/std/brand.ts";
import type { RoundPairs, SeedPair, UsedSeed } from "#modules/fairness/server/index.ts";
import { streamName } from "../shared/verify.ts";

/** The words of bets: of each the first of its own stream, which no game reads. */
export interface Words {
  of(player: PlayerId, seed: UsedSeed): Promise<bigint>;
}

/** Pairs that are cached: those of a batch repeat. */
const most = 1_000;

export function createWords(pairs: RoundPairs): Words {
  const known = new Map<string, SeedPair>();
  return {
    async of(player, used) {
      const key = `${player}/${used.number}`;
      const pair = known.get(key) ?? (await pairs.at(player, used));
      if (known.size >= most) known.clear();
      known.set(key, pair);
      return pair.at(used.nonce, used.clientSeed).stream(streamName).next();
    },
  };
}
