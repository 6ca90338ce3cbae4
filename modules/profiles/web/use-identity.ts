import { useCallback } from "react";
import type { RouteCache } from "#kit/web/query/route-cache.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useSessionStore } from "#modules/accounts/web/session.ts";
import { getIdentity, type Identity } from "../shared/contract.ts";

/** The player's name and picture. */
export function useIdentity() {
  return useQuery(getIdentity, {});
}

/** Applies a changed name or picture everywhere on the page. */
export function useShowIdentity(): (identity: Identity, cache: RouteCache) => void {
  const store = useSessionStore();
  return useCallback(
    (identity, cache) => {
      cache.set(getIdentity, {}, identity);
      const { user } = store.getState();
      if (user) store.setState({ user: { ...user, name: identity.name, avatar: identity.avatar } });
    },
    [store],
  );
}
