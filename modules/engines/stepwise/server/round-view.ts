import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount, payoutOf } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import { type BetIds, type PublicSeed, paidMultiplier, seedsProofOf } from "#modules/bets/server/index.ts";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { OpenRound } from "#modules/wallet/server/port.ts";
import type { Play, StepwiseRules } from "../shared/stepwise.ts";
import { fitsOf, playOf } from "./play.ts";

type Words = Readonly<Record<string, Json>>;

/** A game's fields in the answers of its rounds. */
export interface RoundFacts<Start, Choice, Opening, Shown, Inputs, Outcome, View> {
  /** Rules of one version; everything below is of that version too. */
  readonly rules: StepwiseRules<Start, Choice, Opening, Shown>;
  readonly configurationHash: string;
  /** What the player chose, under the field names of the calls; complete once the round is over. */
  readonly inputs: (play: Play<Start, Choice, Opening, Shown>) => Inputs;
  /** What the round revealed, from an allow list; called for rounds that are over. */
  readonly outcome: (bet: OpenRound, play: Play<Start, Choice, Opening, Shown>) => Outcome;
  /** The round so far, from an allow list, including the choices now possible. */
  readonly view: (play: Play<Start, Choice, Opening, Shown>, fits: ReturnType<typeof fitsOf>) => View;
}

/** What a game adds under the rules that a round was begun with. Throws `UnknownRulesError`. */
export function factsByVersion<R extends Rules, F extends object>(
  versions: RuleVersions<R>,
  factsUnder: (rules: R) => F,
) {
  const factsOfVersion = new Map<string, F & { readonly configurationHash: string }>();
  return ({ rulesVersion }: { readonly rulesVersion: string }): F & { readonly configurationHash: string } => {
    const rules = versions.rulesOf(rulesVersion);
    const facts = factsOfVersion.get(rulesVersion) ?? {
      ...factsUnder(rules),
      configurationHash: configurationHash(nobleHashes, rules),
    };
    factsOfVersion.set(rulesVersion, facts);
    return facts;
  };
}

/**
 * The answer to every call of a round. `balance` is real money right after the last movement of this bet: its stake, or its end.
 * It contains nothing that can change while the round's state does not, and a repeat gets the same bytes.
 */
export function roundAnswer<Start, Choice, Opening, Shown, Inputs extends Words, Outcome extends Words, View>(
  facts: RoundFacts<Start, Choice, Opening, Shown, Inputs, Outcome, View>,
  ids: BetIds,
  round: OpenRound,
  seed: PublicSeed,
) {
  const play = playOf<Start, Choice, Opening, Shown>(round);
  const openMultiplier = facts.rules.cashOutMultiplier(play);
  const isOpen = round.status === "open";
  return {
    id: ids.seal(round.player, round.key),
    currency: round.currency,
    stake: formatAmount(round.stake),
    payout: formatAmount(round.payout),
    multiplier: paidMultiplier(round),
    status: round.status,
    balance: formatAmount(round.settledBalance ?? round.balanceAfter),
    ...(!isOpen && { outcome: facts.outcome(round, play) }),
    round: {
      steps: play.steps.length,
      worth: isOpen && openMultiplier ? formatAmount(payoutOf(round.stake, openMultiplier)) : null,
      multiplier:
        isOpen && openMultiplier ? multiplierText(openMultiplier.numerator, openMultiplier.denominator) : null,
      ...facts.view(play, fitsOf(round)),
    },
    proof: roundProof(facts, round, { hash: seed.hash, seed: null }),
  };
}

/** The proof record, with the server seed once it is revealed. For an open round it has only the start. */
export function roundProof<Start, Choice, Opening, Shown, Inputs extends Words, Outcome extends Words, View>(
  facts: RoundFacts<Start, Choice, Opening, Shown, Inputs, Outcome, View>,
  round: OpenRound,
  seed: PublicSeed,
): SeedsProof {
  const play = playOf<Start, Choice, Opening, Shown>(round);
  const isOpen = round.status === "open";
  return seedsProofOf(round, seed, {
    inputs: facts.inputs(isOpen ? { ...play, steps: [] } : play),
    outcome: isOpen ? null : facts.outcome(round, play),
    config_hash: facts.configurationHash,
  });
}
