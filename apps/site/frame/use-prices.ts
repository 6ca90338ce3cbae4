import { useEffect, useState } from "react";
import { useClient } from "#kit/web/client.ts";
import type { Prices } from "#modules/rates/shared/convert.ts";

/** Prices, requested once per component; null before, and while the feed is unavailable: then balances are shown unconverted. */
export function usePrices(): Prices | null {
  const { api } = useClient();
  const [prices, setPrices] = useState<Prices | null>(null);
  useEffect(() => {
    let here = true;
    const ask = async () => {
      // The frame is part of every page's first script; the contract and its validation are not.
      const { getRates } = await import("#modules/rates/shared/contract.ts");
      const { data } = await api.call(getRates, {});
      if (here) setPrices(data.prices);
    };
    ask().catch(() => undefined);
    return () => {
      here = false;
    };
  }, [api]);
  return prices;
}
