import type { RouteCache } from "#kit/web/query/route-cache.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { getVault, type VaultView } from "../shared/contract.ts";

/** The vault of each wallet; undefined while loading. */
export function useVaults() {
  const { data: vaults, isError, refetch } = useQuery(getVault, {}, { fresh: true });
  return { vaults, failed: isError, again: () => void refetch() };
}

/** Puts a vault that the server has just returned among the others. */
export function showVault(vault: VaultView, cache: RouteCache): void {
  const others = cache.get(getVault, {})?.filter(each => each.currency !== vault.currency) ?? [];
  cache.set(getVault, {}, [...others, vault]);
}
