import { useCallback, useEffect, useState } from "react";
import { useClient } from "#kit/web/client.ts";
import { getWallets } from "#modules/wallet/shared/contract.ts";

/** Real money by currency, as the wire has it. */
export type Balances = Readonly<Record<string, string>>;

/** What can be exchanged; null until the house has said. */
export function useBalances() {
  const { api } = useClient();
  const [balances, setBalances] = useState<Balances | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(async () => {
    setFailed(false);
    try {
      const { data } = await api.call(getWallets, {});
      setBalances(Object.fromEntries(data.map(({ currency, balance }) => [currency, balance])));
    } catch {
      setFailed(true);
    }
  }, [api]);
  useEffect(() => void read(), [read]);
  return { balances, failed, again: () => void read() };
}
