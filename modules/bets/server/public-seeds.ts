import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { PublicSeed } from "./proofs.ts";

const capacity = 100_000;

type SeedFacts = (player: PlayerId, numbers: readonly number[]) => Promise<ReadonlyMap<number, PublicSeed>>;

/** The public part of server seeds. */
export interface PublicSeeds {
  /** With the seed itself once revealed: for public records. */
  now(player: PlayerId, number: number): Promise<PublicSeed>;
  /** The hash only, which never changes: for the answer to a bet. Cached, so that a bet costs no query. */
  hash(player: PlayerId, number: number): Promise<PublicSeed> | PublicSeed;
}

export function createPublicSeeds(factsOf: SeedFacts): PublicSeeds {
  const hashes = new Map<string, PublicSeed>();

  async function now(player: PlayerId, number: number): Promise<PublicSeed> {
    const facts = await factsOf(player, [number]);
    return required(facts.get(number), "a bet names a seed that exists");
  }
  async function learn(player: PlayerId, number: number): Promise<PublicSeed> {
    const known = { hash: (await now(player, number)).hash, seed: null };
    if (hashes.size >= capacity) hashes.clear();
    hashes.set(`${player}/${number}`, known);
    return known;
  }

  return { now, hash: (player, number) => hashes.get(`${player}/${number}`) ?? learn(player, number) };
}
