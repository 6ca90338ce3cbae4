import type { Db } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { SeedPair, type SeedSource } from "#modules/fairness/server/index.ts";

export interface TestPairs extends SeedSource {
  /** Gives the player a pair with this client seed; an existing pair gets another client seed, or none with null. */
  give(player: PlayerId, clientSeed?: string | null): Promise<void>;
}

/** Pairs for tests and benches of the wallet: real rows of `fairness.pairs`, and a server seed of zeros for all players. */
export function testPairs(db: Db): TestPairs {
  const cache = new Map<PlayerId, SeedPair>();
  return {
    cached: player => cache.get(player),
    load: player => readPair(db, player, cache),
    used(player, seedNumber, nonce) {
      const pair = cache.get(player);
      if (pair?.number === seedNumber && pair.nonce === nonce) cache.set(player, pair.at(nonce + 1));
    },
    forget: player => void cache.delete(player),
    async give(player, clientSeed = "seed") {
      await db.query(
        `INSERT INTO fairness.pairs (player_id, seed_number, client_seed, nonce) VALUES ($1, 1, $2, 0)
         ON CONFLICT (player_id) DO UPDATE SET client_seed = $2`,
        [player, clientSeed],
      );
    },
  };
}

async function readPair(db: Db, player: PlayerId, cache: Map<PlayerId, SeedPair>): Promise<SeedPair | undefined> {
  const { rows } = await db.query<{ seedNumber: number; clientSeed: string | null; nonce: number }>(
    `SELECT seed_number AS "seedNumber", client_seed AS "clientSeed", nonce FROM fairness.pairs WHERE player_id = $1`,
    [player],
  );
  const [row] = rows;
  cache.delete(player);
  if (!row?.clientSeed) return undefined;
  const pair = testPair(row.seedNumber, row.clientSeed, row.nonce);
  cache.set(player, pair);
  return pair;
}

export function testPair(number: number, clientSeed: string, nonce: number): SeedPair {
  return new SeedPair({ number, clientSeed, nonce, serverSeed: new Uint8Array(32), hash: "00".repeat(32) });
}
