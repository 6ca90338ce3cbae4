import { type ErrorCode, Failure, type FailureDetails } from "#kit/contract/error-code.ts";
import { idempotencyConflict } from "#kit/contract/errors.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { roundOpen } from "#modules/fairness/shared/errors.ts";
import { policyAcceptanceRequired } from "#modules/limits/shared/errors.ts";
import type { PlaceAnswer } from "#modules/wallet/server/port.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import {
  bettingClosed,
  bonusMaxBet,
  clientSeedRequired,
  idempotencyExpired,
  limitReached,
  limitUnchecked,
  playTimeOver,
  realityCheckDue,
} from "../shared/errors.ts";

type Refused = Extract<PlaceAnswer, { kind: "refused" }>;

const codes: Record<Refused["reason"], ErrorCode> = {
  insufficient_funds: insufficientFunds,
  limit_reached: limitReached,
  rates_unavailable: limitUnchecked,
  play_time: playTimeOver,
  reality_check: realityCheckDue,
  policy_acceptance_required: policyAcceptanceRequired,
  bonus_max_bet: bonusMaxBet,
  no_client_seed: clientSeedRequired,
  window_closed: bettingClosed,
  round_open: roundOpen,
  idempotency_conflict: idempotencyConflict,
  idempotency_expired: idempotencyExpired,
};

/** The error a player gets when the wallet has refused a stake. */
export function refusalOf(answer: Refused): Failure {
  return new Failure(codes[answer.reason], detailsOf(answer));
}

function detailsOf(answer: Refused): FailureDetails {
  if (answer.reason === "insufficient_funds") return { data: { balance: formatAmount(answer.balance) } };
  if (answer.reason !== "play_time") return {};
  return { data: { of: answer.of, until: new Date(answer.until).toISOString() } };
}
