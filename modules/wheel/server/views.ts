import { hash as digest } from "node:crypto";
import { algorithm } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { PublicSeed } from "#modules/bets/server/index.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Spin, WheelVersion } from "../shared/contract.ts";
import { outcomeOf, type WheelConfiguration, wheelConfiguration } from "../shared/rules.ts";
import type { SpinRow } from "./store.ts";
import type { VersionRow } from "./version-store.ts";

const dayMs = 86_400_000;

/** Views of a spin, by allow lists. */

/** The prizes of a version, from their row. */
export function configurationIn({ configuration }: { readonly configuration: string }): WheelConfiguration {
  return JSON.parse(configuration);
}

/** The first version is part of every verifier; a later one is in the record. */
function rulesOf({ rulesVersion, configuration }: SpinRow) {
  const config_hash = digest("sha256", configuration);
  if (rulesVersion === wheelConfiguration.version) return { rules_version: rulesVersion, config_hash };
  return { rules_version: rulesVersion, config_hash, configuration: { ...configurationIn({ configuration }) } };
}

/** The proof record of a spin, with its seed if it is revealed. */
export function spinProof(row: SpinRow, { hash, seed }: PublicSeed): SeedsProof {
  const { clientSeed, day, currency, ticket, prize } = row;
  return {
    kind: "seeds",
    game: "wheel",
    version: algorithm,
    ...rulesOf(row),
    server_seed_hash: hash,
    server_seed: seed,
    client_seed: clientSeed,
    nonce: day,
    inputs: {},
    outcome: outcomeOf(configurationIn(row), ticket),
    currency,
    stake: "0",
    payout: formatAmount(prize),
  };
}

/** A spin without its proof. */
export function spinFacts({ id, day, spunAt, currency, ticket, prize }: SpinRow) {
  return { id, day, spun_at: spunAt.toISOString(), currency, ticket, prize: formatAmount(prize) };
}

/** A spin as its player sees it. */
export function spinView(row: SpinRow, seed: PublicSeed): Spin {
  return { ...spinFacts(row), proof: spinProof(row, seed) };
}

/** A version of the prizes as published. */
export function versionView(row: VersionRow): WheelVersion {
  return {
    version: row.version,
    config_hash: toHex(row.configHash),
    configuration: { ...configurationIn(row) },
    from: new Date(row.fromDay * dayMs).toISOString(),
  };
}
