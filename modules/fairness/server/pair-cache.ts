import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { must } from "#kit/std/invariant.ts";
import type { SecretSeal } from "./sealed-secret.ts";
import { seedLabel } from "./seed-label.ts";
import { SeedPair } from "./seed-pair.ts";
import { readPair, readSeeds } from "./seed-store.ts";

/** Pairs kept in memory: some 300 bytes each. */
const mostPairs = 50_000;
const topic = "fairness.pair";

/**
 * The pairs of players who are playing. It may be behind: the wallet's statement compares seed number, client seed and
 * nonce with the row, and on a difference forgets and asks again.
 */
export interface PairCache {
  /** The pair at the next nonce; undefined while the player has no client seed for the live server seed. */
  pairFor(player: PlayerId): Promise<SeedPair | undefined>;
  /** The same without asking the database; undefined when it is not in memory. */
  known(player: PlayerId): SeedPair | undefined;
  /** After the commit that used a nonce: the pair as it stands then. */
  remember(player: PlayerId, pair: SeedPair): void;
  forget(player: PlayerId): void;
  /** The pair's row changes with `tx`: forgotten here after the commit, and in the other processes of the house. */
  changed(tx: Tx, player: PlayerId): Promise<void>;
}

export function createPairCache(host: Host, seal: SecretSeal): PairCache {
  const pairs = new Map<PlayerId, SeedPair>();

  async function load(player: PlayerId): Promise<SeedPair | undefined> {
    const row = await readPair(host.db, player);
    if (!row?.client_seed) return undefined;
    const [seed] = await readSeeds(host.db, player, [row.seed_number]);
    const { encrypted_seed, hash } = must(seed, "the live seed is there");
    return new SeedPair({
      number: row.seed_number,
      serverSeed: seal.open(encrypted_seed, seedLabel(player, row.seed_number)),
      hash: toHex(hash),
      clientSeed: row.client_seed,
      nonce: row.nonce,
    });
  }

  function remember(player: PlayerId, pair: SeedPair): void {
    pairs.delete(player);
    pairs.set(player, pair);
    if (pairs.size > mostPairs) pairs.delete(must(pairs.keys().next().value, "the oldest pair"));
  }

  host.signals.on(topic, payload => pairs.delete(payload as PlayerId));

  return {
    async pairFor(player) {
      const known = pairs.get(player);
      if (known) return known;
      const pair = await load(player);
      if (pair) remember(player, pair);
      return pair;
    },
    known: player => pairs.get(player),
    remember,
    forget: player => void pairs.delete(player),
    async changed(tx, player) {
      tx.afterCommit(() => pairs.delete(player));
      await host.signals.send(tx, topic, player);
    },
  };
}
