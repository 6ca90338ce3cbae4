import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { BettingSlip } from "../shared/contract.ts";
import { slipLimits } from "../shared/slip-limits.ts";
import { cashOutByShare } from "../shared/slip-payout.ts";

type Sums = Pick<BettingSlip, "open_stake" | "possible_return" | "currency">;

/** What cashing out a share of a bet pays, and what stays in play. */
export interface CashOutShare {
  readonly paid: Micros;
  /** The part of the stake that stays in play. */
  readonly rest: Micros;
  /** The most that the rest can return. */
  readonly restReturns: Micros;
}

/** Cashes out `share` percent of the bet at this offer, computed as on the server. */
export function cashOutShare(
  { open_stake: stake, possible_return: possibleReturn }: Sums,
  offer: string,
  share: number,
): CashOutShare {
  const open = parseDecimal(stake);
  const { paid, closed } = cashOutByShare(open, parseDecimal(offer), share);
  const rest = (open - closed) as Micros;
  const restReturns = (open === 0n ? 0n : (parseDecimal(possibleReturn) * rest) / open) as Micros;
  return { paid, rest, restReturns };
}

const stepPercent = 5;

/** Shares in steps of five percent that leave at least the minimum stake of a slip, and the whole bet. */
export function shareSteps({ open_stake: stake, currency }: Sums): readonly number[] {
  const { minSlip } = slipLimits[currency as Currency];
  const open = parseDecimal(stake);
  const steps = Array.from({ length: 100 / stepPercent }, (_, at) => (at + 1) * stepPercent);
  return steps.filter(share => share === 100 || open - cashOutByShare(open, open, share).closed >= minSlip);
}
