import { useMemo } from "react";
import { useQuery } from "#kit/web/query/use-query.ts";
import { getWallets } from "#modules/wallet/shared/contract.ts";

/** Real money by currency, as the API returns it. */
export type Balances = Readonly<Record<string, string>>;

/** What can be exchanged; undefined while loading. */
export function useBalances() {
  const { data, isError, refetch } = useQuery(getWallets, {}, { fresh: true });
  const balances = useMemo<Balances | undefined>(
    () => data && Object.fromEntries(data.map(({ currency, balance }) => [currency, balance])),
    [data],
  );
  return { balances, failed: isError, again: () => void refetch() };
}
