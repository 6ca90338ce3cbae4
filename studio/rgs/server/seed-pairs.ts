import type { Tx } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { StudioHost } from "./studio-host.ts";

/** Whose seeds: a player of a casino at a game. */
export interface SeedOwner {
  readonly casino: number;
  readonly player: string;
  readonly game: string;
}

/** What the casino commits itself to in addition to the studio. */
export interface CasinoHashes {
  readonly casino_seed_hash: string;
  readonly casino_next_seed_hash: string;
}

/** A seed as it is stored: sealed under its label. */
export interface PairRow {
  readonly id: bigint;
  readonly number: number;
  readonly state: string;
  readonly seed: Uint8Array;
  readonly seedHash: string;
  readonly clientSeed: string | null;
  readonly nextNonce: bigint;
}

/** The seeds of an owner in the database: one is current, one comes next, the others are revealed. */
export interface SeedPairs {
  /** Locks the owner, and makes the first two seeds where there are none. */
  ensure(tx: Tx, owner: SeedOwner): Promise<{ readonly current: PairRow; readonly next: PairRow }>;
  addSeed(tx: Tx, owner: SeedOwner, number: number, state: "current" | "next"): Promise<void>;
}

export const labelOf = ({ casino, player, game }: SeedOwner, number: number) =>
  `seed:${casino}:${player}:${game}:${number}`;

export function createSeedPairs({ random, seal }: Pick<StudioHost, "random" | "seal">): SeedPairs {
  async function addSeed(tx: Tx, owner: SeedOwner, number: number, state: "current" | "next"): Promise<void> {
    const seed = random.bytes(32);
    await tx.query(
      `INSERT INTO rgs.seed_pairs (casino, player, game, number, state, seed, seed_hash) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        owner.casino,
        owner.player,
        owner.game,
        number,
        state,
        seal.seal(seed, labelOf(owner, number)),
        toHex(nobleHashes.sha256(seed)),
      ],
    );
  }

  async function ensure(tx: Tx, owner: SeedOwner): Promise<{ readonly current: PairRow; readonly next: PairRow }> {
    await lockOwner(tx, owner);
    let rows = await read(tx, owner);
    if (rows.length === 0) {
      await addSeed(tx, owner, 1, "current");
      await addSeed(tx, owner, 2, "next");
      rows = await read(tx, owner);
    }
    const of = (state: string) =>
      required(
        rows.find(row => row.state === state),
        `there is no ${state} seed`,
      );
    return { current: of("current"), next: of("next") };
  }

  return { ensure, addSeed };
}

/** One at a time per owner, also before there is a row to lock. */
async function lockOwner(tx: Tx, { casino, player, game }: SeedOwner): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [casino, `${player} ${game}`]);
}

async function read(tx: Tx, owner: SeedOwner): Promise<readonly PairRow[]> {
  const { rows } = await tx.query<PairRow>(
    `SELECT id, number, state, seed, seed_hash AS "seedHash", client_seed AS "clientSeed", next_nonce AS "nextNonce"
    FROM rgs.seed_pairs
     WHERE casino = $1 AND player = $2 AND game = $3 AND state <> 'revealed' FOR UPDATE`,
    [owner.casino, owner.player, owner.game],
  );
  return rows;
}

/** A commitment that a round was played under is kept. */
async function setCasinoHash(tx: Tx, pair: bigint, hash: string): Promise<void> {
  await tx.query(
    "UPDATE rgs.seed_pairs SET casino_seed_hash = $2 WHERE id = $1 AND (casino_seed_hash IS NULL OR next_nonce = 0)",
    [pair, hash],
  );
}

export async function setCasinoHashes(tx: Tx, current: PairRow, next: PairRow, hashes: CasinoHashes): Promise<void> {
  await setCasinoHash(tx, current.id, hashes.casino_seed_hash);
  await setCasinoHash(tx, next.id, hashes.casino_next_seed_hash);
}

/** Whether a round depends on the owner's current seed. */
export async function hasOpenRound(tx: Tx, { casino, player, game }: SeedOwner): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM rgs.rounds WHERE casino = $1 AND player = $2 AND game = $3 AND state IN ('betting', 'drawn', 'voiding')`,
    [casino, player, game],
  );
  return rowCount > 0;
}
