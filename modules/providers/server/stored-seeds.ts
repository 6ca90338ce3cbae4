import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { CasinoSeeds, SeedOwner } from "./casino-seeds.ts";

/** A pair of seeds as the casino stores it. */
export interface StoredPair {
  readonly casino_hash: string;
  /** Null until the rotation. */
  readonly casino_seed: string | null;
  /** SHA-256 of the provider's seed, as the provider showed it before the first bet. */
  readonly provider_hash: string | null;
  readonly provider_seed: string | null;
}

const where = "player_id = $1 AND provider_id = $2 AND slug = $3 AND number = $4";
const named = ({ player, provider, slug }: SeedOwner, number: number) => [player, provider, slug, number];

/** Stores what the provider has committed to in addition to the casino's own seed. The first commitment is kept. */
export async function keepCommitment(on: Queryable, owner: SeedOwner, number: number, hash: string): Promise<void> {
  await on.query(`UPDATE providers.seeds SET provider_hash = $5 WHERE ${where} AND provider_hash IS NULL`, [
    ...named(owner, number),
    hash,
  ]);
}

/** Keeps the provider's seed as it revealed it; the check against its hash is the verifier's. */
export async function keepRevealed(on: Queryable, owner: SeedOwner, number: number, seed: string): Promise<void> {
  await on.query(`UPDATE providers.seeds SET provider_seed = $5 WHERE ${where} AND provider_seed IS NULL`, [
    ...named(owner, number),
    seed,
  ]);
}

export async function storedPair(
  on: Queryable,
  seeds: Pick<CasinoSeeds, "revealed">,
  owner: SeedOwner,
  number: number,
): Promise<StoredPair | undefined> {
  const { rows } = await on.query<{ hash: string; providerHash: string | null; providerSeed: string | null }>(
    `SELECT hash, provider_hash AS "providerHash", provider_seed AS "providerSeed" FROM providers.seeds WHERE ${where}`,
    named(owner, number),
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    casino_hash: row.hash,
    casino_seed: (await seeds.revealed(on, owner, number)) ?? null,
    provider_hash: row.providerHash,
    provider_seed: row.providerSeed,
  };
}

/** Completes the records that were kept before the rotation. A void round's is read again: its outcome is published with the seeds. */
export async function completeRecords(
  on: Queryable,
  player: PlayerId,
  seeds: {
    readonly casino: string;
    readonly casinoHash: string;
    readonly provider: string;
    readonly providerHash: string;
  },
): Promise<void> {
  await on.query(
    `UPDATE providers.records SET record = record || jsonb_build_object('seed', $2::text, 'casino_seed', $3::text)
     WHERE player_id = $1 AND record -> 'seed' = 'null' AND record ->> 'state' IS DISTINCT FROM 'void'
       AND record ->> 'seed_hash' = $4 AND record ->> 'casino_seed_hash' = $5`,
    [player, seeds.provider, seeds.casino, seeds.providerHash, seeds.casinoHash],
  );
}
