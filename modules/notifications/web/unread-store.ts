import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { type Client, useClient } from "#kit/web/client.ts";
import { useSession } from "#modules/accounts/web/session.ts";

/** Changed by effects only, and so never on the server: there it is always 0. */
const store = createStore<{ readonly unread: number }>(() => ({ unread: 0 }));

export function showUnread(unread: number): void {
  store.setState({ unread });
}

/** The count from the page's data, and its player: the first render makes no call. */
let brought: { readonly player: string; readonly at: number } | null = null;

/** Shows the count from the page's data. Called in a layout effect, before any call. */
export function bringUnread(player: string, unread: number): void {
  brought = { player, at: performance.now() };
  showUnread(unread);
}

export function useUnread(): number {
  return useStore(store, state => state.unread);
}

/** The frame is part of every page's first script; the contract and its validation are not. */
async function readUnread(api: Client["api"]): Promise<number> {
  const { getUnread } = await import("../shared/contract.ts");
  return (await api.call(getUnread, {})).data.unread;
}

/** The count is reloaded after this long, when the player navigates or returns to the page. */
const staleAfterMs = 30_000;

/** Refreshes the count of unread entries while a player is at the page. Once per page. */
export function useWatchUnread(): void {
  const { api } = useClient();
  const player = useSession(state => state.user?.id ?? null);
  const { pathname } = useLocation();
  const asked = useRef<{ player: string | null; at: number }>({ player: null, at: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation triggers a refresh
  useEffect(() => {
    if (brought) asked.current = brought;
    brought = null;
    const ask = () => {
      if (player === null || document.visibilityState !== "visible") return;
      const isFresh = asked.current.player === player && performance.now() - asked.current.at < staleAfterMs;
      if (isFresh) return;
      asked.current = { player, at: performance.now() };
      readUnread(api).then(
        unread => asked.current.player === player && showUnread(unread),
        () => undefined,
      );
    };
    if (asked.current.player !== player) {
      asked.current = { player: null, at: 0 };
      showUnread(0);
    }
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, [api, player, pathname]);
}
