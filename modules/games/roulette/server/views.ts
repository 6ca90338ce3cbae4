import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { type BetIds, type PublicSeed, paidMultiplier, seedsProofOf } from "#modules/bets/server/index.ts";
import type { RoundRecord } from "#modules/bets/shared/contract.ts";
import {
  asPlaced,
  type ChainRecord,
  ownBetFields,
  pastRoundFields,
  placedView,
  provenMoney,
  roundOf,
  roundRecord,
} from "#modules/engines/shared-rounds/server/index.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import type { ChainProof, SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { RouletteOwnBet, RoulettePastRound, RouletteState } from "../shared/contract.ts";
import { tableName } from "../shared/round.ts";
import { wireChipsOf } from "./bet-choice.ts";
import type { RouletteRounds } from "./live-round.ts";
import type { EndedRouletteRound, RouletteRound } from "./store.ts";

/** What may be shown of rounds and bets: each view is built from an allow list. */

/** What a settled bet keeps as its outcome. */
export interface RouletteOutcome {
  /** Null for a bet that was refunded. */
  readonly pocket: number | null;
}

type Proofs = Pick<RouletteRounds, "proof">;

const pocketOf = (bet: Bet): number | null => (bet.outcome as unknown as RouletteOutcome | null)?.pocket ?? null;

/** The first answer to a bet at the table, and the answer to every repeat. */
export function placedBetView(roulette: Proofs & Pick<RouletteRounds, "bets">, bet: Bet, chain: RoundFacts) {
  return placedView(roulette.bets.ids, bet, tableProof(roulette, asPlaced(bet), { chain, round: null }));
}

/** The answer to a private spin. It says nothing that changes later, so that a repeat gets the same bytes: the seed is not in it. */
export function spunView(ids: BetIds, bet: Bet, seed: PublicSeed, configHash: string | undefined) {
  return {
    id: ids.seal(bet.player, bet.key),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
    balance: formatAmount(bet.balanceAfter),
    outcome: { pocket: required(pocketOf(bet), "a private spin has its number") },
    proof: privateProof(bet, { hash: seed.hash, seed: null }, configHash),
  };
}

export function ownBetView(ids: BetIds, bet: Bet): RouletteOwnBet {
  return {
    ...ownBetFields(ids, bet),
    round: bet.round ? Number(bet.round.number) : null,
    chips: wireChipsOf(bet),
    pocket: pocketOf(bet),
  };
}

export function pastRoundView(round: EndedRouletteRound): RoulettePastRound {
  return { ...pastRoundFields(tableName, round), pocket: round.result };
}

/** The proof of a private spin, with the server seed once it is revealed. */
export function privateProof(bet: Bet, seed: PublicSeed, configHash: string | undefined): SeedsProof {
  return seedsProofOf(bet, seed, {
    inputs: { chips: wireChipsOf(bet) },
    outcome: { pocket: pocketOf(bet) },
    ...(configHash !== undefined && { config_hash: configHash }),
  });
}

/** The proof of a bet at the table. The record's round is null wherever the number is not out or the answer must never change. */
export function tableProof(roulette: Proofs, bet: Bet, record: ChainRecord<RouletteState>): ChainProof {
  return {
    ...proofOf(roulette, bet.rulesVersion, roundOf(bet), record),
    inputs: { chips: wireChipsOf(bet) },
    ...provenMoney(bet),
  };
}

/** The public record of a round, with its number and link once the ball falls. */
export function roundRecordView(roulette: Proofs, round: RouletteRound, chain: RoundFacts): RoundRecord {
  const proof = proofOf(roulette, round.rulesVersion, round.number, { chain, round });
  return roundRecord({ game: "roulette", sequence: tableName }, round, null, proof);
}

function proofOf(
  roulette: Proofs,
  rulesVersion: string,
  number: bigint,
  record: ChainRecord<RouletteState>,
): ChainProof {
  const { round } = record;
  const pocket = round?.result ?? null;
  return {
    ...roulette.proof(rulesVersion, number, record),
    ...(round?.state === "voided" && { voided: "betting" }),
    outcome: pocket === null ? null : { pocket },
  };
}
