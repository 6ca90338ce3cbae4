import { useEffect, useState } from "react";
import { useClient } from "#kit/web/client.ts";
import type { Prices } from "#modules/rates/shared/convert.ts";

/** Prices, asked for once by each component; null before, and while the feed is away: then balances are shown as they are. */
export function usePrices(): Prices | null {
  const { api } = useClient();
  const [prices, setPrices] = useState<Prices | null>(null);
  useEffect(() => {
    let here = true;
    const ask = async () => {
      // The frame is part of every page's first script; the contract and what checks it are not.
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
