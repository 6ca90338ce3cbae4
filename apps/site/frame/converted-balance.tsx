import { languageOf } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";
import { useLocale } from "#kit/web/lang.ts";
import { showBalance } from "./shown-balance.ts";
import { usePrices } from "./use-prices.ts";

/** The approximate balance in the player's display currency. */
export default function ConvertedBalance({
  balance,
  currency,
  wanted,
}: {
  balance: string;
  currency: Currency;
  wanted: string;
}) {
  const language = languageOf(useLocale());
  return showBalance(balance, currency, wanted, usePrices(), language);
}
