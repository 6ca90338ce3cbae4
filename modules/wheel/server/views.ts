import { nobleHashes } from "#kit/fair/noble.ts";
import { algorithm } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PublicSeed } from "#modules/desk/server/index.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Spin } from "../shared/contract.ts";
import { outcomeOf, wheelConfiguration } from "../shared/rules.ts";
import type { SpinRow } from "./store.ts";

/** What may be shown of a turn, by allow lists. */

const configuration = configurationHash(nobleHashes, wheelConfiguration);

/** The proof record of a turn with whatever is revealed of its seed by now. */
export function spinProof(row: SpinRow, { hash, seed }: PublicSeed): SeedsProof {
  const { rules_version, client_seed, day, currency, ticket, prize } = row;
  return {
    ...{ kind: "seeds", game: "wheel", version: algorithm, rules_version },
    ...(rules_version === wheelConfiguration.version && { config_hash: configuration }),
    ...{ server_seed_hash: hash, server_seed: seed, client_seed, nonce: day },
    ...{ inputs: {}, outcome: outcomeOf(ticket) },
    ...{ currency, stake: "0", payout: formatAmount(prize) },
  };
}

/** What a turn was, without its proof. */
export function spinFacts({ id, day, spun_at, currency, ticket, prize }: SpinRow) {
  return { id, day, spun_at: spun_at.toISOString(), currency, ticket, prize: formatAmount(prize) };
}

/** A turn as its player sees it. */
export function spinView(row: SpinRow, seed: PublicSeed): Spin {
  return { ...spinFacts(row), proof: spinProof(row, seed) };
}
