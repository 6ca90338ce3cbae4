import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import { type BetIds, paidMultiplier } from "#modules/bets/server/index.ts";
import type { RoundRecord } from "#modules/bets/shared/contract.ts";
import { chainRoundProof } from "#modules/engines/shared-rounds/server/index.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import { configurationHashes } from "#modules/fairness/shared/configuration.ts";
import type { ChainProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { CrashOwnBet, CrashPastRound } from "../shared/contract.ts";
import { crashRules } from "../shared/rules.ts";
import type { CrashChoice } from "./roster.ts";
import type { CrashRound, EndedCrashRound } from "./store.ts";

/** What may be shown of rounds and bets: each view is built from an allow list. */

const configHashOf = configurationHashes(nobleHashes, crashRules);

/** The stored outcome of a settled bet. It does not contain the point, which stays secret while other bets are in flight. */
export interface CrashOutcome {
  /** Where it was cashed out, "2.00"; null for a lost or refunded bet. */
  readonly cashed_out_at: string | null;
}

const choiceOf = (bet: Bet): CrashChoice => ({
  auto_cash_out: (bet.choice as unknown as CrashChoice).auto_cash_out,
});
const panelOf = (bet: Bet) => (bet.choice as unknown as CrashChoice).panel ?? null;
const outcomeOf = (bet: Bet) => bet.outcome as unknown as CrashOutcome;

/** The first answer to a bet, and the answer to every repeat: what was true when it was placed. */
export function placedView(ids: BetIds, bet: Bet, chain: RoundFacts) {
  const placed: Bet = { ...bet, payout: 0n as Bet["payout"], outcome: null, status: "open" };
  return {
    id: ids.seal(bet.player, bet.key),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: "0",
    multiplier: "0.00",
    status: placed.status,
    balance: formatAmount(bet.balanceAfter),
    proof: betProof(placed, chain, null),
  };
}

/** The answer to a cash-out and to its repeats: it was given while the round was flying, so it contains no point. */
export function cashedOutView(ids: BetIds, bet: Bet, chain: RoundFacts) {
  return {
    id: ids.seal(bet.player, bet.key),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
    balance: formatAmount(required(bet.settledBalance, "a cashed-out bet has a balance")),
    outcome: { cashed_out_at: outcomeOf(bet).cashed_out_at, point: null },
    proof: betProof(bet, chain, null),
  };
}

export function ownBetView(ids: BetIds, bet: Bet): CrashOwnBet {
  return {
    id: ids.seal(bet.player, bet.key),
    round: roundOf(bet),
    at: bet.placedAt.toISOString(),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
    auto_cash_out: choiceOf(bet).auto_cash_out,
    win_cap: formatAmount(bet.winCap),
    panel: panelOf(bet),
  };
}

export function pastRoundView(round: EndedCrashRound): CrashPastRound {
  return {
    id: `crash-${round.number}`,
    round: Number(round.number),
    status: round.state,
    rules_version: round.rulesVersion,
    point: formatHundredths(round.result),
    link: toHex(round.link),
    ended_at: round.endedAt.toISOString(),
  };
}

/** The proof of a bet. `round` is null, and the link left out, wherever the round is not over or the answer must never change. */
export function betProof(bet: Bet, chain: RoundFacts, round: CrashRound | null): ChainProof {
  const point = round?.result ?? null;
  return {
    ...chainProof(bet.rulesVersion, roundOf(bet), chain, round),
    inputs: { ...choiceOf(bet) },
    outcome:
      bet.outcome === null
        ? null
        : { cashed_out_at: outcomeOf(bet).cashed_out_at, point: point === null ? null : formatHundredths(point) },
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
  };
}

/** The public record of a round, with its point and link once it is over. */
export function roundRecordView(round: CrashRound, chain: RoundFacts): RoundRecord {
  const ended = round.state === "settled" || round.state === "voided" ? round.state : "open";
  return {
    id: `crash-${round.number}`,
    kind: "round",
    game: "crash",
    status: ended,
    player: null,
    test: false,
    multiplier: round.result === null ? null : formatHundredths(round.result),
    started_at: (round.startedAt ?? round.openedAt).toISOString(),
    ended_at: round.endedAt?.toISOString() ?? null,
    proof: {
      ...chainProof(round.rulesVersion, Number(round.number), chain, round),
      outcome: round.result === null ? null : { point: formatHundredths(round.result) },
    },
  };
}

function chainProof(rulesVersion: string, number: number, chain: RoundFacts, round: CrashRound | null) {
  const configHash = configHashOf(rulesVersion);
  return {
    ...chainRoundProof({ game: "crash", rulesVersion, configHash, number, chain, link: round?.link ?? null }),
    ...(round?.state === "voided" && { voided: round.startedAt === null ? "before_flight" : "in_flight" }),
  };
}

function roundOf(bet: Bet): number {
  return Number(required(bet.round, "a crash bet has a round").number);
}
