import { algorithm } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";

/** The public part of a server seed. */
export interface PublicSeed {
  /** SHA-256 of the seed, lower-case hex. */
  readonly hash: string;
  /** The seed in hex, once rotation has revealed it. */
  readonly seed: string | null;
}

/** The proof record of a bet of a per-player game. `inputs` and `outcome` use the field names of the game's calls. */
export function seedsProofOf(
  bet: Bet,
  seed: PublicSeed,
  facts: Pick<SeedsProof, "inputs" | "outcome" | "config_hash">,
): SeedsProof {
  const { clientSeed, nonce } = required(bet.seed, "a bet of a per-player game has a seed");
  return {
    kind: "seeds",
    game: bet.game,
    version: algorithm,
    rules_version: bet.rulesVersion,
    ...(facts.config_hash !== undefined && { config_hash: facts.config_hash }),
    server_seed_hash: seed.hash,
    server_seed: seed.seed,
    client_seed: clientSeed,
    nonce,
    inputs: facts.inputs,
    outcome: facts.outcome,
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
  };
}
