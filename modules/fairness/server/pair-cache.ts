import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { seedLabel } from "./seed-label.ts";
import { SeedPair } from "./seed-pair.ts";
import type { FreeDraws, RoundPairs, SeedSource, UsedSeed } from "./seed-source.ts";
import { lockPair, readPair, readSeeds } from "./seed-store.ts";

/** Cached pairs: about 300 bytes each. */
const mostPairs = 50_000;
const topic = "fairness.pair";

/** The wallet's {@link SeedSource}, with the invalidation that fairness calls. */
export interface PairCache extends SeedSource, RoundPairs, FreeDraws {
  /** The pair's row changes with `tx`: dropped from the cache after the commit, here and in the other processes. */
  changed(tx: Tx, player: PlayerId): Promise<void>;
}

export function createPairCache(host: Host, seal: SecretSeal): PairCache {
  const pairs = new Map<PlayerId, SeedPair>();

  async function read(player: PlayerId): Promise<SeedPair | undefined> {
    const row = await readPair(host.db, player);
    if (!row?.clientSeed) return undefined;
    return pairOf(player, { number: row.seedNumber, clientSeed: row.clientSeed, nonce: row.nonce });
  }

  async function pairOf(player: PlayerId, used: UsedSeed, on: Queryable = host.db): Promise<SeedPair> {
    const [seed] = await readSeeds(on, player, [used.number]);
    const { encryptedSeed, hash } = required(seed, "a seed that is used is there");
    const serverSeed = seal.open(encryptedSeed, seedLabel(player, used.number));
    return new SeedPair({ ...used, serverSeed, hash: toHex(hash) });
  }

  /** The pairs used longest ago are the first in the map, and leave it first. */
  function remember(player: PlayerId, pair: SeedPair): void {
    pairs.delete(player);
    pairs.set(player, pair);
    if (pairs.size > mostPairs) pairs.delete(required(pairs.keys().next().value, "the oldest pair"));
  }

  host.signals.on(topic, payload => pairs.delete(payload as PlayerId));

  return {
    cached: player => pairs.get(player),
    async load(player) {
      const pair = await read(player);
      if (pair) remember(player, pair);
      else pairs.delete(player);
      return pair;
    },
    used(player, seedNumber, nonce) {
      const pair = pairs.get(player);
      if (pair?.number === seedNumber && pair.nonce === nonce) remember(player, pair.at(nonce + 1));
    },
    async at(player, used) {
      const pair = pairs.get(player) ?? (await this.load(player));
      return pair?.number === used.number ? pair.at(used.nonce, used.clientSeed) : pairOf(player, used);
    },
    async held(tx, player, nonce) {
      const row = await lockPair(tx, player);
      if (!row?.clientSeed) return undefined;
      return pairOf(player, { number: row.seedNumber, clientSeed: row.clientSeed, nonce }, tx);
    },
    forget: player => void pairs.delete(player),
    async changed(tx, player) {
      tx.afterCommit(() => pairs.delete(player));
      await host.signals.send(tx, topic, player);
    },
  };
}
