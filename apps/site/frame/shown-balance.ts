import type { Language } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { convertedAmount, type Prices } from "#modules/rates/shared/convert.ts";

/** Below this a balance is small. */
const small = parseDecimal("1");

/** "12.50 $" as it is; "≈ 1 000 ₽" in another currency. */
export function showBalance(sum: string, own: Currency, wanted: string, prices: Prices | null, language: Language) {
  const target = currencyCodes.find(code => code === wanted) ?? own;
  const converted = prices && convertedAmount(parseDecimal(sum), own, target, prices);
  if (target === own || !converted)
    return showMoney(parseDecimal(sum), target === own || !converted ? own : target, language);
  return `≈ ${showMoney(converted, target, language)}`;
}

/** Less than a dollar. Without prices only zero is small. */
export function isSmall(sum: string, own: Currency, prices: Prices | null): boolean {
  const amount = parseDecimal(sum);
  if (amount === 0n) return true;
  const converted = prices && convertedAmount(amount, own, "USD", prices);
  return converted !== null && converted !== undefined && converted < small;
}
