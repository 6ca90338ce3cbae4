import { formatAmount } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import { type BetIds, paidMultiplier } from "#modules/bets/server/index.ts";
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
import type { ChainProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { CrashOwnBet, CrashPastRound, CrashState } from "../shared/contract.ts";
import { type CrashRow, rowIdOf } from "../shared/feed-row.ts";
import { windowName } from "../shared/round.ts";
import type { CrashChoice, CrashRounds } from "./live-round.ts";
import type { CrashRound, EndedCrashRound } from "./store.ts";

/** What may be shown of rounds and bets: each view is built from an allow list. */

/** The stored outcome of a settled bet. It does not contain the point, which stays secret while other bets are in flight. */
export interface CrashOutcome {
  /** Where it was cashed out, "2.00"; null for a lost or refunded bet. */
  readonly cashed_out_at: string | null;
}

type Proofs = Pick<CrashRounds, "proof">;
type Needs = Proofs & Pick<CrashRounds, "bets">;

const choiceOf = (bet: Bet) => bet.choice as unknown as CrashChoice;
const outcomeOf = (bet: Bet) => bet.outcome as unknown as CrashOutcome;

/** The first answer to a bet, and the answer to every repeat. */
export function placedBetView(crash: Needs, bet: Bet, chain: RoundFacts) {
  return placedView(crash.bets.ids, bet, betProof(crash, asPlaced(bet), { chain, round: null }));
}

/** The answer to a cash-out and to its repeats: it was given while the round was flying, so it contains no point. */
export function cashedOutView(crash: Needs, bet: Bet, chain: RoundFacts) {
  return {
    id: crash.bets.ids.seal(bet.player, bet.key),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
    balance: formatAmount(required(bet.settledBalance, "a cashed-out bet has a balance")),
    outcome: { cashed_out_at: outcomeOf(bet).cashed_out_at, point: null },
    proof: betProof(crash, bet, { chain, round: null }),
  };
}

export function ownBetView(ids: BetIds, bet: Bet): CrashOwnBet {
  return {
    ...ownBetFields(ids, bet),
    round: Number(roundOf(bet)),
    auto_cash_out: choiceOf(bet).auto_cash_out,
    win_cap: formatAmount(bet.winCap),
    panel: choiceOf(bet).panel ?? null,
  };
}

/** A bet of the running round as shown to everyone. */
export function feedRowView(ids: BetIds, bet: Bet, player: CrashRow["player"], test: boolean): CrashRow {
  const id = rowIdOf(ids.seal(bet.player, bet.key));
  const { currency } = bet;
  return { id, player, test, currency, stake: formatAmount(bet.stake), cashed_out_at: null, payout: null };
}

export function pastRoundView(round: EndedCrashRound): CrashPastRound {
  return { ...pastRoundFields(windowName, round), point: formatHundredths(round.result) };
}

/** The proof of a bet. The record's round is null wherever it is not over or the answer must never change. */
export function betProof(crash: Proofs, bet: Bet, record: ChainRecord<CrashState>): ChainProof {
  const point = record.round?.result ?? null;
  return {
    ...proofOf(crash, bet.rulesVersion, roundOf(bet), record),
    inputs: { auto_cash_out: choiceOf(bet).auto_cash_out },
    outcome:
      bet.outcome === null
        ? null
        : { cashed_out_at: outcomeOf(bet).cashed_out_at, point: point === null ? null : formatHundredths(point) },
    ...provenMoney(bet),
  };
}

/** The public record of a round, with its point and link once it is over. */
export function roundRecordView(crash: Proofs, round: CrashRound, chain: RoundFacts): RoundRecord {
  const point = round.result === null ? null : formatHundredths(round.result);
  return roundRecord({ game: "crash", sequence: windowName }, round, point, {
    ...proofOf(crash, round.rulesVersion, round.number, { chain, round }),
    outcome: point === null ? null : { point },
  });
}

function proofOf(crash: Proofs, rulesVersion: string, number: bigint, record: ChainRecord<CrashState>) {
  const { round } = record;
  return {
    ...crash.proof(rulesVersion, number, record),
    ...(round?.state === "voided" && { voided: round.startedAt === null ? "before_flight" : "in_flight" }),
  };
}
