import { parseDecimal } from "#kit/money/amount.ts";
import type { Held } from "#modules/accounts/web/session.ts";

/** Whether an amount is above the one that the bar shows: only a win or a deposit is. */
export const isRise: Held = (next, shown) =>
  parseDecimal(next.total_balance ?? next.balance) > parseDecimal(shown.total_balance);
