import { useMemo } from "react";
import { useAnswer } from "#kit/web/use-answer.ts";
import { getWallets } from "#modules/wallet/shared/contract.ts";

/** Real money by currency, as the API returns it. */
export type Balances = Readonly<Record<string, string>>;

/** What can be exchanged; null while loading. */
export function useBalances() {
  const { data, failed, load } = useAnswer(getWallets);
  const balances = useMemo<Balances | null>(
    () => data && Object.fromEntries(data.map(({ currency, balance }) => [currency, balance])),
    [data],
  );
  return { balances, failed, again: () => void load() };
}
