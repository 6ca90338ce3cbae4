import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { BettingSlip } from "../shared/contract.ts";
import { slipLimits } from "../shared/slip-limits.ts";
import { cashOutByShare } from "../shared/slip-payout.ts";

type Sums = Pick<BettingSlip, "open_stake" | "possible_return" | "currency">;

/** A cash-out of a share, and what stays in play. */
export interface CashOutShare {
  readonly paid: Micros;
  /** Of the stake. */
  readonly rest: Micros;
  /** The largest return of the rest. */
  readonly restReturns: Micros;
}

/** What a share in percent pays of the offer, as the server computes it. */
export function cashOutShare(
  { open_stake: stake, possible_return: most }: Sums,
  offer: string,
  share: number,
): CashOutShare {
  const open = parseDecimal(stake);
  const { paid, closed } = cashOutByShare(open, parseDecimal(offer), share);
  const rest = (open - closed) as Micros;
  const restReturns = (open === 0n ? 0n : (parseDecimal(most) * rest) / open) as Micros;
  return { paid, rest, restReturns };
}

const stepPercent = 5;

/** Shares in steps of five percent that leave at least the smallest slip; always the whole. */
export function shareSteps({ open_stake: stake, currency }: Sums): readonly number[] {
  const { minSlip } = slipLimits[currency as Currency];
  const open = parseDecimal(stake);
  const steps = Array.from({ length: 100 / stepPercent }, (_, at) => (at + 1) * stepPercent);
  return steps.filter(share => share === 100 || open - cashOutByShare(open, open, share).closed >= minSlip);
}
