import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Beacon, createBeaconClient } from "#kit/http/beacon-client.ts";
import { handle } from "#kit/http/handler.ts";
import manifest from "../module.ts";
import { getSeeds, getSequence, rotateSeeds, setClientSeed } from "../shared/contract.ts";
import { roundOpen, seedsNotSeen } from "../shared/errors.ts";
import type { ChainShape } from "./chain-build.ts";
import { type ChainSequences, createChainSequences } from "./chain-sequences.ts";
import { createMultiplayerDraws, type MultiplayerDraws } from "./multiplayer-draws.ts";
import { createPairCache } from "./pair-cache.ts";
import type { FreeDraws, RoundPairs, SeedSource } from "./seed-source.ts";
import { createSeedBook, type SeedBook } from "./seeds.ts";

export type { Beacon } from "#kit/http/beacon-client.ts";
export type { ChainFacts } from "./chain-round.ts";
export { ChainRound } from "./chain-round.ts";
export type { ChainSequences, RoundFacts } from "./chain-sequences.ts";
export {
  beaconTimeoutMs,
  type MultiplayerDraws,
  type MultiplayerFacts,
  type NamedBeacon,
} from "./multiplayer-draws.ts";
export { type NamedByHash, namedByHash } from "./named-by-hash.ts";
export { pairSql } from "./pair-sql.ts";
export { type Draw, SeedPair } from "./seed-pair.ts";
export { revealedSince } from "./seed-store.ts";

const sealPurpose = "fairhouse fairness secrets";

export type { FreeDraws, RoundPairs, SeedSource, UsedSeed } from "./seed-source.ts";
export type { OpenRoundCheck, SeedBook, SeedFacts } from "./seeds.ts";

export interface Fairness extends ServerModule {
  /** Server seeds of players: shown as hashes, revealed by rotation. */
  readonly seeds: SeedBook;
  /** Cached seed pairs of active players: for the wallet, and for round sessions, whose later steps need the seeds of the first. */
  readonly pairs: SeedSource & RoundPairs & FreeDraws;
  /** Hash chains of shared sequences; for the games that own one. */
  readonly sequences: ChainSequences;
  /** Rounds between players: a secret each, and a beacon's value after the close. */
  readonly draws: MultiplayerDraws;
}

export interface FairnessNeeds {
  /** The public beacon of the configuration unless given. */
  readonly beacon?: Beacon;
  /** A million links unless given. */
  readonly chain?: ChainShape;
}

export function createFairness(host: Host, needs: FairnessNeeds = {}): Fairness {
  const seal = createSecretSeal(host, sealPurpose);
  const pairs = createPairCache(host, seal);
  const seeds = createSeedBook(host, seal, pairs);
  const beacon = needs.beacon ?? createBeaconClient(host.config);
  const sequences = createChainSequences(host, seal, beacon, needs.chain ?? { length: 1_000_000, interval: 1_000 });
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    sealed: [
      {
        purpose: sealPurpose,
        table: "fairness.seeds",
        column: "encrypted_seed",
        label: "'seed:' || player_id || ':' || number",
      },
      {
        purpose: sealPurpose,
        table: "fairness.chains",
        column: "encrypted_checkpoints",
        label: "'chain:' || sequence || ':' || number",
      },
      {
        purpose: sealPurpose,
        table: "fairness.between_rounds",
        column: "encrypted_secret",
        label: "'between:' || game || ':' || round",
      },
    ],
    errors: [seedsNotSeen, roundOpen],
    handlers: [
      handle(getSeeds, async call => ({ data: await seeds.show(call.session.player) })),
      handle(setClientSeed, async call => ({
        data: await seeds.setClientSeed(call.session.player, call.input.body.client_seed),
      })),
      handle(rotateSeeds, async call => ({
        data: await seeds.rotate(call.session.player, call.input.body.client_seed),
      })),
      handle(getSequence, async call => {
        const data = await sequences.published(call.input.params.name);
        return data.chains.length > 0 ? { data } : fail(notFound);
      }),
    ],
    /** Bets stay, and are verified with the seed. */
    onPlayerErased: seeds.revealLast,
    seeds,
    pairs,
    sequences,
    draws: createMultiplayerDraws(host, seal, beacon),
  };
}
