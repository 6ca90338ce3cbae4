import type { Language } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { usePlayerContext } from "#modules/bets/web/use-player-context.ts";
import { getRates } from "#modules/rates/shared/contract.ts";
import type { Prices } from "#modules/rates/shared/convert.ts";
import { vipLevels } from "../shared/levels.ts";
import { thresholdIn } from "../shared/threshold.ts";

export interface Thresholds {
  /** A sum of the rules, which are in roubles, in the visitor's currency. */
  of(roubles: Micros): string;
  readonly isConverted: boolean;
}

/** Thresholds in the visitor's currency; in roubles, which are binding, until the rates are loaded. */
export function useThresholds(): Thresholds {
  const { currency, language } = usePlayerContext();
  const prices = useQuery(getRates, {}).data?.prices ?? null;
  const isConverted = prices !== null && thresholdIn(vipLevels[0].from, currency, prices) !== undefined;
  return {
    of: roubles => showThreshold(roubles, currency, language, prices),
    isConverted: isConverted && currency !== "RUB",
  };
}

function showThreshold(roubles: Micros, currency: Currency, language: Language, prices: Prices | null): string {
  const converted = currency === "RUB" || !prices ? undefined : thresholdIn(roubles, currency, prices);
  if (converted === undefined) return showMoney(roubles, "RUB", language, { brief: true });
  return `≈ ${showMoney(converted, currency, language, { brief: true })}`;
}
