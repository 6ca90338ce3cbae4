import { useMemo } from "react";
import { dateFormat } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showShare } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useLocale } from "#kit/web/lang.ts";

/** How figures of a partner are shown: money in the partner's currency, `–` where too few players made it. */
export function useShown(currency: string) {
  const language = languageOf(useLocale());
  return useMemo(
    () => ({
      money: (sum: string | null) =>
        sum === null ? "–" : showMoney(parseDecimal(sum), currency as Currency, language),
      /** A value of a scale. */
      round: (value: number) =>
        showMoney(parseDecimal(value.toFixed(2)), currency as Currency, language, { brief: true }),
      count: (count: number) => showCount(count, language),
      /** Thousandths, as percent. */
      rate: (thousandths: number) =>
        showShare(thousandths / 1000, language, { minimumFractionDigits: 0, maximumFractionDigits: 1 }),
      share: (part: number, whole: number) =>
        whole === 0 ? "–" : showShare(part / whole, language, { maximumFractionDigits: 1 }),
      month: (month: string) => dateFormat(language, "month", "UTC")(`${month}-01T00:00:00Z`),
      day: (day: string) => dateFormat(language, "day_no_year", "UTC")(`${day}T00:00:00Z`),
    }),
    [currency, language],
  );
}
export type Shown = ReturnType<typeof useShown>;
