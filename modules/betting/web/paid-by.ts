import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import type { BettingSlip } from "../shared/contract.ts";

/** Everything that an ended slip has paid: by its result, with the boost, and for the parts that were cashed out. */
export function paidBy({ payout, boost, cashed_out }: Pick<BettingSlip, "payout" | "boost" | "cashed_out">): string {
  return formatAmount(micros(parseDecimal(payout) + parseDecimal(boost) + parseDecimal(cashed_out)));
}
