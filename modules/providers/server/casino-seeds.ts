import { createHash, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";

export const seedsPurpose = "provider game seeds";

/** Whose seeds: one pair a player and game. */
export interface SeedOwner {
  readonly player: PlayerId;
  readonly provider: Uuid;
  readonly slug: string;
}

export interface RevealedSeed {
  readonly number: number;
  readonly seed: string;
  readonly hash: string;
}

export interface CasinoSeeds {
  /** The live seed's number and its answer at a nonce; undefined while a rotation is not finished. */
  answer(owner: SeedOwner, nonce: number): Promise<{ readonly seed: number; readonly answer: string } | undefined>;
  /** The live seed is another one since it was read. */
  forget(owner: SeedOwner): void;
  /** Hashes of the live seed and the next; made at the first request. */
  show(tx: Tx, owner: SeedOwner): Promise<{ readonly number: number; readonly hash: string; readonly next: string }>;
  /** Reveals the live seed: the next one is live from the commit of `tx` on. */
  rotate(tx: Tx, owner: SeedOwner): Promise<RevealedSeed>;
  /** The last revealed seed, while the provider has not revealed its own of that pair. */
  unfinished(on: Queryable, owner: SeedOwner): Promise<RevealedSeed | undefined>;
  /** The live seed in hexadecimal, for the call that reveals both companies' at once. */
  reveal(on: Queryable, owner: SeedOwner): Promise<string>;
  /** The seed of this number in hexadecimal; undefined while it is live or waiting. */
  revealed(on: Queryable, owner: SeedOwner, number: number): Promise<string | undefined>;
}

const capacity = 20_000;
const label = ({ player, provider, slug }: SeedOwner, number: number) => `${player}:${provider}:${slug}:${number}`;

/** The casino's half of every result: without it, the provider's seed alone says nothing before the stake is taken. */
export function createCasinoSeeds(host: Host): CasinoSeeds {
  const { db, random, clock } = host;
  const seal = createSecretSeal(host, seedsPurpose);
  const live = new Map<string, { number: number; seed: KeyObject }>();
  const named = ({ player, provider, slug }: SeedOwner) => [player, provider, slug];

  async function make(tx: Tx, owner: SeedOwner, number: number): Promise<void> {
    const seed = random.bytes(32);
    await tx.query(
      `INSERT INTO providers.seeds (player_id, provider_id, slug, number, sealed, hash, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [...named(owner), number, seal.seal(seed, label(owner, number)), hashOf(seed), new Date(clock.now())],
    );
  }

  async function read(on: Queryable, owner: SeedOwner) {
    const { rows } = await on.query<{ number: number; sealed: Buffer; hash: string }>(
      `SELECT number, sealed, hash FROM providers.seeds
       WHERE player_id = $1 AND provider_id = $2 AND slug = $3 AND revealed_at IS NULL ORDER BY number LIMIT 2`,
      named(owner),
    );
    return rows;
  }

  async function show(tx: Tx, owner: SeedOwner) {
    const first = await read(tx, owner);
    if (first.length < 2) {
      const from = first[0]?.number ?? 1;
      await make(tx, owner, from);
      await make(tx, owner, from + 1);
    }
    const [now, next] = await read(tx, owner);
    const { number, hash } = required(now, "a live seed");
    return { number, hash, next: required(next, "a next seed").hash };
  }

  async function unfinished(on: Queryable, owner: SeedOwner): Promise<RevealedSeed | undefined> {
    const { rows } = await on.query<{ number: number; sealed: Buffer; hash: string; isHalf: boolean }>(
      `SELECT number, sealed, hash, provider_hash IS NOT NULL AND provider_seed IS NULL AS "isHalf" FROM providers.seeds
       WHERE player_id = $1 AND provider_id = $2 AND slug = $3 AND revealed_at IS NOT NULL ORDER BY number DESC LIMIT 1`,
      named(owner),
    );
    const [row] = rows;
    if (!row?.isHalf) return undefined;
    const { number, sealed, hash } = row;
    return { number, seed: toHex(seal.open(sealed, label(owner, number))), hash };
  }

  async function load(owner: SeedOwner) {
    const key = label(owner, 0);
    const cached = live.get(key);
    if (cached) return cached;
    if (await unfinished(db, owner)) return undefined;
    await db.tx(tx => show(tx, owner));
    const [row] = await read(db, owner);
    const { number, sealed } = required(row, "a live seed");
    const made = { number, seed: createSecretKey(seal.open(sealed, label(owner, number))) };
    if (live.size >= capacity) live.clear();
    live.set(key, made);
    return made;
  }

  return {
    show,
    unfinished,
    forget: owner => void live.delete(label(owner, 0)),
    async answer(owner, nonce) {
      const loaded = await load(owner);
      if (!loaded) return undefined;
      const { number, seed } = loaded;
      const mac = createHmac("sha256", seed).update(`fwp-1:${owner.slug}:${nonce}`).digest();
      return { seed: number, answer: toHex(mac.subarray(0, 16)) };
    },
    async reveal(on, owner) {
      const [row] = await read(on, owner);
      const { number, sealed } = required(row, "a live seed");
      return toHex(seal.open(sealed, label(owner, number)));
    },
    async revealed(on, owner, number) {
      const { rows } = await on.query<{ sealed: Buffer }>(
        `SELECT sealed FROM providers.seeds
         WHERE player_id = $1 AND provider_id = $2 AND slug = $3 AND number = $4 AND revealed_at IS NOT NULL`,
        [...named(owner), number],
      );
      return rows[0] && toHex(seal.open(rows[0].sealed, label(owner, number)));
    },
    async rotate(tx, owner) {
      const [row] = await read(tx, owner);
      const { number, sealed, hash } = required(row, "a live seed");
      await tx.query(
        "UPDATE providers.seeds SET revealed_at = $5 WHERE player_id = $1 AND provider_id = $2 AND slug = $3 AND number = $4",
        [...named(owner), number, new Date(clock.now())],
      );
      await make(tx, owner, number + 2);
      tx.afterCommit(() => live.delete(label(owner, 0)));
      return { number, seed: toHex(seal.open(sealed, label(owner, number))), hash };
    },
  };
}

const hashOf = (seed: Uint8Array) => toHex(createHash("sha256").update(seed).digest());
