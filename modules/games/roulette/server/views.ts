import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { type BetIds, type PublicSeed, paidMultiplier, seedsProofOf } from "#modules/bets/server/index.ts";
import type { RoundRecord } from "#modules/bets/shared/contract.ts";
import { chainRoundProof } from "#modules/engines/shared-rounds/server/index.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import { configurationHashes } from "#modules/fairness/shared/configuration.ts";
import type { ChainProof, SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { RouletteOwnBet, RoulettePastRound } from "../shared/contract.ts";
import { tableName } from "../shared/round.ts";
import { rouletteRules } from "../shared/rules.ts";
import { wireChipsOf } from "./bet-choice.ts";
import type { EndedRouletteRound, RouletteRound } from "./store.ts";

/** What may be shown of rounds and bets: each view is built from an allow list. */

const configHashOf = configurationHashes(nobleHashes, rouletteRules);

/** What a settled bet keeps as its outcome. */
export interface RouletteOutcome {
  /** Null for a bet that was refunded. */
  readonly pocket: number | null;
}

const pocketOf = (bet: Bet): number | null => (bet.outcome as unknown as RouletteOutcome | null)?.pocket ?? null;

const publicFieldsOf = (ids: BetIds, bet: Bet) => ({
  id: ids.seal(bet.player, bet.key),
  currency: bet.currency,
  stake: formatAmount(bet.stake),
});

/** The first answer to a bet at the table, and the answer to every repeat: what was true when it was placed. */
export function placedView(ids: BetIds, bet: Bet, chain: RoundFacts) {
  const placed: Bet = { ...bet, payout: 0n as Bet["payout"], outcome: null, status: "open" };
  return {
    ...publicFieldsOf(ids, bet),
    payout: "0",
    multiplier: "0.00",
    status: placed.status,
    balance: formatAmount(bet.balanceAfter),
    proof: tableProof(placed, chain, null),
  };
}

/** The answer to a private spin. It says nothing that changes later, so that a repeat gets the same bytes: the seed is not in it. */
export function spunView(ids: BetIds, bet: Bet, seed: PublicSeed) {
  return {
    ...publicFieldsOf(ids, bet),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
    balance: formatAmount(bet.balanceAfter),
    outcome: { pocket: required(pocketOf(bet), "a private spin has its number") },
    proof: privateProof(bet, { hash: seed.hash, seed: null }),
  };
}

export function ownBetView(ids: BetIds, bet: Bet): RouletteOwnBet {
  return {
    ...publicFieldsOf(ids, bet),
    round: bet.round ? Number(bet.round.number) : null,
    at: bet.placedAt.toISOString(),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
    chips: wireChipsOf(bet),
    pocket: pocketOf(bet),
  };
}

export function pastRoundView(round: EndedRouletteRound): RoulettePastRound {
  return {
    id: `${tableName}-${round.number}`,
    round: Number(round.number),
    status: round.state,
    rules_version: round.rulesVersion,
    pocket: round.result,
    link: toHex(round.link),
    ended_at: round.endedAt.toISOString(),
  };
}

/** The proof of a private spin, with the server seed once it is revealed. */
export function privateProof(bet: Bet, seed: PublicSeed): SeedsProof {
  const hash = configHashOf(bet.rulesVersion);
  return seedsProofOf(bet, seed, {
    inputs: { chips: wireChipsOf(bet) },
    outcome: { pocket: pocketOf(bet) },
    ...(hash !== undefined && { config_hash: hash }),
  });
}

/** The proof of a bet at the table. `round` is null, and the link left out, wherever the number is not out or the answer must never change. */
export function tableProof(bet: Bet, chain: RoundFacts, round: RouletteRound | null): ChainProof {
  const { number } = required(bet.round, "a bet at the table has a round");
  const proof = roundProof(bet.rulesVersion, Number(number), chain, round);
  return {
    ...proof,
    inputs: { chips: wireChipsOf(bet) },
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
  };
}

/** The public record of a round, with its number and link once the ball falls. */
export function roundRecordView(round: RouletteRound, chain: RoundFacts): RoundRecord {
  return {
    id: `${tableName}-${round.number}`,
    kind: "round",
    game: "roulette",
    status: round.state === "settled" || round.state === "voided" ? round.state : "open",
    player: null,
    test: false,
    multiplier: null,
    started_at: (round.startedAt ?? round.openedAt).toISOString(),
    ended_at: round.endedAt?.toISOString() ?? null,
    proof: roundProof(round.rulesVersion, Number(round.number), chain, round),
  };
}

function roundProof(rulesVersion: string, number: number, chain: RoundFacts, round: RouletteRound | null): ChainProof {
  const pocket = round?.result ?? null;
  return {
    ...chainRoundProof({
      game: "roulette",
      rulesVersion,
      number,
      chain,
      configHash: configHashOf(rulesVersion),
      link: round?.link ?? null,
    }),
    ...(round?.state === "voided" && { voided: "betting" }),
    outcome: pocket === null ? null : { pocket },
  };
}
