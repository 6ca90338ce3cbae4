import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

/** States of a payout, numbered like those of an invoice. Only `pending` can be cancelled by the player. */
export const payoutStatus = { pending: 1, processing: 2, paid: 3, declined: 5, cancelled: 6 } as const;

export type PayoutStatus = (typeof payoutStatus)[keyof typeof payoutStatus];

/** Major units. */
export interface PayoutLimits {
  readonly min: string;
  readonly max: string;
  /** Total of all payouts of one day (UTC). */
  readonly day: string;
}

/** The specification names the smallest payout of each currency; EUR is as USD. */
export const payoutLimits: Readonly<Record<Currency, PayoutLimits>> = {
  RUB: { min: "100", max: "3000000", day: "6000000" },
  INR: { min: "100", max: "3000000", day: "6000000" },
  KZT: { min: "500", max: "15000000", day: "30000000" },
  USD: { min: "1", max: "30000", day: "60000" },
  EUR: { min: "1", max: "30000", day: "60000" },
};

/** How many operators must approve a payout, by its amount. Major units. */
export interface ApprovalRule {
  /** Up to here, and up to `automaticDay` with the others of the day (UTC), none: it is paid automatically. */
  readonly automatic: string;
  readonly automaticDay: string;
  /** Up to here one operator; above it two different ones. */
  readonly onePerson: string;
}

/** Paid automatically: at most the largest deposit by card at once, and twice that in a day. */
export const approvalRules: Readonly<Record<Currency, ApprovalRule>> = {
  RUB: { automatic: "300000", automaticDay: "600000", onePerson: "1000000" },
  INR: { automatic: "300000", automaticDay: "600000", onePerson: "1000000" },
  KZT: { automatic: "1500000", automaticDay: "3000000", onePerson: "5000000" },
  USD: { automatic: "3000", automaticDay: "6000", onePerson: "10000" },
  EUR: { automatic: "3000", automaticDay: "6000", onePerson: "10000" },
};

/**
 * Why a payout waits for approval: its amount (`amount`, `day`), an instrument that other players have used too (`instrument`), an
 * account that operators have locked since (`account_locked`), or a big
 * win that differs when it is recomputed (`win_differs`) or that cannot be recomputed (`win_unproven`).
 */
export type ApprovalReason = "amount" | "day" | "instrument" | "account_locked" | Doubt;
export type Doubt = "win_differs" | "win_unproven";

/** How many operators must review a doubt. */
const approvalsOfDoubt = { win_differs: 2, win_unproven: 1 } as const satisfies Record<Doubt, 1 | 2>;

interface PayoutFacts {
  readonly amount: Micros;
  readonly day: Micros;
  readonly shared?: boolean;
  readonly doubt?: Doubt | undefined;
}

/**
 * How many operators must approve a payout under a rule, and why. `day`: the total of this day's payouts with this one. A payout to an
 * instrument that is `shared` with another account needs at least one, and so does a `doubt` about the money.
 */
export function approvalsFor(
  { amount, day, shared = false, doubt }: PayoutFacts,
  { automatic, automaticDay, onePerson }: ApprovalRule,
): { readonly needed: 0 | 1 | 2; readonly reasons: readonly ApprovalReason[] } {
  const reasons: ApprovalReason[] = [];
  if (amount > parseDecimal(automatic)) reasons.push("amount");
  if (day > parseDecimal(automaticDay)) reasons.push("day");
  if (shared) reasons.push("instrument");
  if (doubt) reasons.push(doubt);
  if (reasons.length === 0) return { needed: 0, reasons };
  return { needed: amount > parseDecimal(onePerson) || (doubt && approvalsOfDoubt[doubt] === 2) ? 2 : 1, reasons };
}
