import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Desk, type PublicSeed, paidMultiplier, seedsProofOf } from "#modules/desk/server/index.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { DiceChoice } from "../shared/contract.ts";
import { diceConfiguration } from "../shared/rules.ts";

/** What may be shown of a roll: each view is built from an allow list. */

const diceConfigurationHash = configurationHash(nobleHashes, diceConfiguration);

interface Roll {
  readonly choice: DiceChoice;
  readonly roll: string;
}

/** What this game wrote into its bet. */
function rollOf(bet: Bet): Roll {
  const { direction, target } = bet.choice as DiceChoice;
  const { roll } = bet.outcome as { roll: string };
  return { choice: { direction, target }, roll };
}

/** The answer to the bet. It says nothing that changes later, so that a repeat gets the same bytes: the seed is not in it. */
export function betView(ids: Desk["ids"], bet: Bet, seed: PublicSeed) {
  return {
    id: ids.seal(bet.player, bet.key),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
    balance: formatAmount(bet.balanceAfter),
    outcome: { roll: rollOf(bet).roll },
    proof: proofView(bet, { hash: seed.hash, seed: null }),
  };
}

/** The proof record, with the server seed once it is revealed. */
export function proofView(bet: Bet, seed: PublicSeed): SeedsProof {
  const { choice, roll } = rollOf(bet);
  const claim = bet.rulesVersion === diceConfiguration.version ? { config_hash: diceConfigurationHash } : {};
  return seedsProofOf(bet, seed, { inputs: { ...choice }, outcome: { roll }, ...claim });
}

/** One line of the player's own history. */
export function historyView(ids: Desk["ids"], bet: Bet) {
  const { choice, roll } = rollOf(bet);
  return {
    id: ids.seal(bet.player, bet.key),
    at: bet.placedAt.toISOString(),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    ...choice,
    roll,
  };
}
