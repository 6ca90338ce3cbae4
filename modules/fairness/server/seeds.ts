import { fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { Seeds } from "../shared/contract.ts";
import { roundOpen, seedsNotSeen } from "../shared/errors.ts";
import type { PairCache } from "./pair-cache.ts";
import { seedLabel } from "./seed-label.ts";
import * as store from "./seed-store.ts";

/** Whether a round of the player that is not over depends on the live server seed. Called inside the rotation's transaction. */
export type OpenRoundCheck = (tx: Tx, player: PlayerId) => Promise<boolean>;

export interface SeedFacts {
  /** SHA-256 of the seed, hex. */
  readonly hash: string;
  /** The seed in hex once it was revealed by rotation, else null. */
  readonly seed: string | null;
}

/** The players' server seeds: made, shown as hashes, revealed. */
export interface SeedBook {
  /**
   * Makes the pair, the live seed and the next one, from the host's random source: within the registration, so that both
   * commitments exist before the player can choose a client seed. Does nothing if there is a pair.
   */
  open(tx: Tx, player: PlayerId): Promise<void>;
  /** What the player sees. Makes the pair of a player without one. */
  show(player: PlayerId): Promise<Seeds>;
  /** Failures: `seeds_not_seen`. */
  setClientSeed(player: PlayerId, clientSeed: string): Promise<Seeds>;
  /** Reveals the live seed. Failures, in order: `seeds_not_seen`, `round_open`. */
  rotate(player: PlayerId, clientSeed?: string): Promise<Seeds & { server_seed: string }>;
  /** Reveals the live seed of an account that ends, so that its last bets can be verified: after rounds that depend on it. */
  revealLast(tx: Tx, player: PlayerId): Promise<void>;
  /** Hashes, and what was revealed, of seeds by number; for proofs. */
  facts(player: PlayerId, numbers: readonly number[]): Promise<ReadonlyMap<number, SeedFacts>>;
  /** A higher module's answer to whether a round is open; any yes refuses a rotation. */
  askBeforeRotation(check: OpenRoundCheck): void;
}

export function createSeedBook(host: Host, seal: SecretSeal, cache: PairCache): SeedBook {
  const checks: OpenRoundCheck[] = [];
  const now = () => new Date(host.clock.now());

  async function makeSeed(tx: Tx, player: PlayerId, number: number): Promise<void> {
    const seed = host.random.bytes(32);
    await store.insertSeed(tx, player, {
      number,
      encrypted: seal.seal(seed, seedLabel(player, number)),
      hash: nobleHashes.sha256(seed),
      createdAt: now(),
    });
  }

  async function view(db: Queryable, player: PlayerId): Promise<Seeds> {
    const pair = required(await store.readPair(db, player), "the player has a pair");
    const [live, next] = await store.readSeeds(db, player, [pair.seedNumber, pair.seedNumber + 1]);
    return {
      server_seed_hash: toHex(required(live, "live seed").hash),
      next_server_seed_hash: toHex(required(next, "next seed").hash),
      client_seed: pair.clientSeed,
      nonce: pair.nonce,
    };
  }

  async function open(tx: Tx, player: PlayerId): Promise<void> {
    if (!(await store.insertPair(tx, player))) return;
    await makeSeed(tx, player, 1);
    await makeSeed(tx, player, 2);
  }

  /** Locked first: the statement that takes a stake waits for this row, so no bet can begin with the old seed now. */
  async function reveal(tx: Tx, player: PlayerId, clientSeed: string | null): Promise<Uint8Array | undefined> {
    const pair = await store.lockPair(tx, player);
    if (!pair) return undefined;
    for (const isOpen of checks) if (await isOpen(tx, player)) fail(roundOpen);
    const [live] = await store.readSeeds(tx, player, [pair.seedNumber]);
    const seed = seal.open(required(live, "live seed").encryptedSeed, seedLabel(player, pair.seedNumber));
    await store.markRevealed(tx, player, pair.seedNumber, now());
    await makeSeed(tx, player, pair.seedNumber + 2);
    await store.moveToSeed(tx, player, pair.seedNumber + 1, clientSeed);
    await cache.changed(tx, player);
    return seed;
  }

  return {
    open,

    async show(player) {
      if (await store.readPair(host.db, player)) return view(host.db, player);
      return host.db.tx(async tx => {
        await open(tx, player);
        return view(tx, player);
      });
    },

    setClientSeed(player, clientSeed) {
      return host.db.tx(async tx => {
        if (!(await store.writeClientSeed(tx, player, clientSeed))) fail(seedsNotSeen);
        await cache.changed(tx, player);
        return view(tx, player);
      });
    },

    rotate(player, clientSeed) {
      return host.db.tx(async tx => {
        const seed = (await reveal(tx, player, clientSeed ?? null)) ?? fail(seedsNotSeen);
        return { server_seed: toHex(seed), ...(await view(tx, player)) };
      });
    },

    async revealLast(tx, player) {
      await reveal(tx, player, null);
    },

    async facts(player, numbers) {
      const rows = await store.readSeeds(host.db, player, numbers);
      return new Map(
        rows.map(row => {
          const seed = row.revealedAt ? toHex(seal.open(row.encryptedSeed, seedLabel(player, row.number))) : null;
          return [row.number, { hash: toHex(row.hash), seed }];
        }),
      );
    },

    askBeforeRotation(check) {
      checks.push(check);
    },
  };
}
