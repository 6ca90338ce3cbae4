import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { type Desk, type PublicSeed, paidMultiplier, seedsProofOf } from "#modules/desk/server/index.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { KenoChoice } from "../shared/contract.ts";
import { returnPercent } from "../shared/odds.ts";
import { kenoConfiguration, type Risk } from "../shared/rules.ts";

/** What may be shown of a draw: each view is built from an allow list. */

const kenoConfigurationHash = configurationHash(nobleHashes, kenoConfiguration);

interface KenoDraw {
  readonly choice: KenoChoice;
  readonly outcome: { readonly drawn: number[]; readonly hits: number };
}

/** What this game wrote into its bet. */
function drawOf(bet: Bet): KenoDraw {
  const { picks, risk } = bet.choice as KenoChoice;
  const { drawn, hits } = bet.outcome as KenoDraw["outcome"];
  return { choice: { picks, risk }, outcome: { drawn, hits } };
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
    outcome: drawOf(bet).outcome,
    proof: proofView(bet, { hash: seed.hash, seed: null }),
  };
}

/** The proof record, with the server seed once it is revealed. */
export function proofView(bet: Bet, seed: PublicSeed): SeedsProof {
  const { choice, outcome } = drawOf(bet);
  const claim = bet.rulesVersion === kenoConfiguration.version ? { config_hash: kenoConfigurationHash } : {};
  return seedsProofOf(bet, seed, { inputs: { ...choice }, outcome, ...claim });
}

/** One line of the player's own history. */
export function historyView(ids: Desk["ids"], bet: Bet) {
  const { choice, outcome } = drawOf(bet);
  return {
    id: ids.seal(bet.player, bet.key),
    at: bet.placedAt.toISOString(),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    ...choice,
    ...outcome,
  };
}

/** The payout tables as everybody may read them. */
export function tablesView() {
  const table = (risk: Risk) =>
    kenoConfiguration.tables[risk].map(row => ({
      picks: row.length - 1,
      multipliers: row.map(formatHundredths),
      rtp: returnPercent(row),
    }));
  return { classic: table("classic"), low: table("low"), medium: table("medium"), high: table("high") };
}
