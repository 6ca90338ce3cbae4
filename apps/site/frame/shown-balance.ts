import { parseDecimal } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { type NumberLanguage, showMoney } from "#kit/money/show.ts";
import { type Prices, worthIn } from "#modules/rates/shared/worth.ts";

/** Below this a balance is small. */
const small = parseDecimal("1");

/** "12.50 $" as it is; "≈ 1 000 ₽" in another currency. */
export function showBalance(
  sum: string,
  own: Currency,
  wanted: string,
  prices: Prices | null,
  language: NumberLanguage,
) {
  const target = currencyCodes.find(code => code === wanted) ?? own;
  const worth = prices && worthIn(parseDecimal(sum), own, target, prices);
  if (target === own || !worth) return showMoney(parseDecimal(sum), target === own || !worth ? own : target, language);
  return `≈ ${showMoney(worth, target, language)}`;
}

/** Worth less than a dollar. Without prices nothing is small but nothing. */
export function isSmall(sum: string, own: Currency, prices: Prices | null): boolean {
  const amount = parseDecimal(sum);
  if (amount === 0n) return true;
  const worth = prices && worthIn(amount, own, "USD", prices);
  return worth !== null && worth !== undefined && worth < small;
}
