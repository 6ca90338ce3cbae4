import type { Queryable, Tx } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { RgsError } from "./rgs-error.ts";
import {
  type CasinoHashes,
  createSeedPairs,
  hasOpenRound,
  labelOf,
  type PairRow,
  type SeedOwner,
  setCasinoHashes,
} from "./seed-pairs.ts";
import type { StudioHost } from "./studio-host.ts";

/** What may be known of a pair of seeds before it is revealed. */
export interface Commitments {
  readonly seed_hash: string;
  readonly next_seed_hash: string;
  readonly client_seed: string | null;
  readonly nonce: number;
}

export interface Rotation extends CasinoHashes {
  readonly client_seed: string;
  /** The casino's seed that ends with the studio's. */
  readonly casino_seed: string;
}

export interface Rotated {
  readonly revealed: { readonly seed: string; readonly seed_hash: string; readonly nonces: number };
  readonly commitments: Commitments;
}

/** The current seed as it is stored: sealed. */
export interface StoredSeed {
  readonly id: bigint;
  readonly number: number;
  readonly seed: Uint8Array;
  readonly clientSeed: string | null;
  readonly nextNonce: bigint;
  /** When the newest round began whose bet was taken or may have been. */
  readonly lastStartedAt: Date | null;
}

/** The current seed as a round uses it. Stays on the server. */
export type CurrentSeed = Omit<StoredSeed, "number">;

export interface Seeds {
  /** Makes the first two seeds of a player at a game where there are none. */
  commitments(owner: SeedOwner): Promise<Commitments>;
  /** Throws `round_open` while a round depends on the former one. The nonce continues. */
  setClientSeed(owner: SeedOwner, clientSeed: string, hashes: CasinoHashes): Promise<Commitments>;
  /** Reveals the current seed and makes the next one current, with a client seed made after its hash was shown. */
  rotate(owner: SeedOwner, input: Rotation): Promise<Rotated>;
  /** The current seed, not locked; undefined where no seeds were made yet. */
  current(owner: SeedOwner): Promise<CurrentSeed | undefined>;
  /** The current seed from a row that was read already. */
  unsealed(owner: SeedOwner, stored: StoredSeed): CurrentSeed;
  /** The seed of a round that has been decided by it. */
  ofPair(from: Queryable, pair: bigint): Promise<Uint8Array>;
}

const currentSql = `
  SELECT id, number, seed, client_seed AS "clientSeed", next_nonce AS "nextNonce",
    (SELECT r.started_at FROM rgs.rounds r
     WHERE r.casino = $1 AND r.player = $2 AND r.game = $3 AND r.state <> 'refused'
     ORDER BY r.started_at DESC LIMIT 1) AS "lastStartedAt"
  FROM rgs.seed_pairs WHERE casino = $1 AND player = $2 AND game = $3 AND state = 'current'`;

export function createSeeds({ db, random, seal, clock }: StudioHost): Seeds {
  const { ensure, addSeed } = createSeedPairs({ random, seal });

  /** A rotation that comes again, because its answer was lost: it has the same answer. */
  async function lastRevealed(tx: Tx, owner: SeedOwner, casinoSeed: string): Promise<Rotated["revealed"] | undefined> {
    const { rows } = await tx.query<PairRow & { readonly casinoSeed: string | null }>(
      `SELECT number, seed, seed_hash AS "seedHash", next_nonce AS "nextNonce", casino_seed AS "casinoSeed" FROM rgs.seed_pairs
       WHERE casino = $1 AND player = $2 AND game = $3 AND state = 'revealed' ORDER BY number DESC LIMIT 1`,
      [owner.casino, owner.player, owner.game],
    );
    const [row] = rows;
    if (row?.casinoSeed !== casinoSeed) return undefined;
    const seed = toHex(seal.open(row.seed, labelOf(owner, row.number)));
    return { seed, seed_hash: row.seedHash, nonces: Number(row.nextNonce) };
  }

  function unsealed(owner: SeedOwner, { number, seed, ...rest }: StoredSeed): CurrentSeed {
    return { ...rest, seed: seal.open(seed, labelOf(owner, number)) };
  }

  const view = (current: PairRow, next: PairRow): Commitments => ({
    seed_hash: current.seedHash,
    next_seed_hash: next.seedHash,
    client_seed: current.clientSeed,
    nonce: Number(current.nextNonce),
  });

  return {
    commitments: owner =>
      db.tx(async tx => {
        const { current, next } = await ensure(tx, owner);
        return view(current, next);
      }),
    setClientSeed: (owner, clientSeed, hashes) =>
      db.tx(async tx => {
        const { current, next } = await ensure(tx, owner);
        if (await hasOpenRound(tx, owner)) throw new RgsError("round_open");
        await tx.query("UPDATE rgs.seed_pairs SET client_seed = $2 WHERE id = $1", [current.id, clientSeed]);
        await setCasinoHashes(tx, current, next, hashes);
        return view({ ...current, clientSeed }, next);
      }),
    rotate: (owner, input) =>
      db.tx(async tx => {
        const { current, next } = await ensure(tx, owner);
        const last = await lastRevealed(tx, owner, input.casino_seed);
        if (last) return { revealed: last, commitments: view(current, next) };
        if (await hasOpenRound(tx, owner)) throw new RgsError("round_open");
        await tx.query(
          `UPDATE rgs.seed_pairs SET state = 'revealed', revealed_at = $2, casino_seed = $3,
             casino_seed_hash = coalesce(casino_seed_hash, $4) WHERE id = $1`,
          [current.id, new Date(clock.now()), input.casino_seed, hashOf(input.casino_seed)],
        );
        await tx.query("UPDATE rgs.seed_pairs SET state = 'current', client_seed = $2 WHERE id = $1", [
          next.id,
          input.client_seed,
        ]);
        await addSeed(tx, owner, next.number + 1, "next");
        const now = await ensure(tx, owner);
        await setCasinoHashes(tx, now.current, now.next, input);
        const seed = toHex(seal.open(current.seed, labelOf(owner, current.number)));
        const revealed = { seed, seed_hash: current.seedHash, nonces: Number(current.nextNonce) };
        return { revealed, commitments: view(now.current, now.next) };
      }),
    async current(owner) {
      const { rows } = await db.query<StoredSeed>(
        currentSql,
        [owner.casino, owner.player, owner.game],
        "rgs-current-seed",
      );
      return rows[0] && unsealed(owner, rows[0]);
    },
    unsealed,
    async ofPair(from, pair) {
      const { rows } = await from.query<SeedOwner & { number: number; seed: Uint8Array }>(
        "SELECT casino, player, game, number, seed FROM rgs.seed_pairs WHERE id = $1",
        [pair],
      );
      const row = required(rows[0], "the round's seeds exist");
      return seal.open(row.seed, labelOf(row, row.number));
    },
  };
}

function hashOf(seed: string): string {
  return toHex(nobleHashes.sha256(required(parseHex(seed), "a seed is hex")));
}
