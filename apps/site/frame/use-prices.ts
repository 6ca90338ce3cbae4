import { useQuery } from "#kit/web/query/use-query.ts";
import { getRates } from "#modules/rates/shared/contract.ts";
import type { Prices } from "#modules/rates/shared/convert.ts";

/** Null before they are read, and while the feed is unavailable: then balances are shown unconverted. */
export function usePrices(): Prices | null {
  return useQuery(getRates, {}).data?.prices ?? null;
}
