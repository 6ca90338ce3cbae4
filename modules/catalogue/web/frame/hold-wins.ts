import { parseDecimal } from "#kit/money/amount.ts";
import { type Held, holdBalance, releaseBalance, type SessionStore } from "#modules/accounts/web/session.ts";

/** No feature of a slot and no hand of a table is shown for longer: a game that never says that its round ended keeps no win out of the bar. */
const longestRoundMs = 180_000;

/** Whether an amount is above the one that the bar shows: only a win or a deposit is. */
const isRise: Held = (next, shown) =>
  parseDecimal(next.total_balance ?? next.balance) > parseDecimal(shown.total_balance);

/** The bar shows at once what is staked, and what is won once the returned function is called, or after three minutes. */
export function holdWins(store: SessionStore): () => void {
  holdBalance(store, isRise);
  const timer = setTimeout(() => releaseBalance(store), longestRoundMs);
  return () => {
    clearTimeout(timer);
    releaseBalance(store);
  };
}
