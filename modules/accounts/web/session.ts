import { createContext, use } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";

/**
 * Who is at the page. `unknown`: there is a token and the server could not resolve it (it may only be expired); the browser finds out right
 * after the first paint.
 */
export interface SessionState {
  readonly status: "guest" | "unknown" | "player";
  readonly user: ProfileUser | null;
  /** A game is about to show a result: new amounts wait in `late`, so that the balance does not reveal it first. */
  readonly held?: Held | null;
  readonly late?: Sums | null;
  /** Amounts of the player's wallets by currency; empty until the player's own channel has sent them. */
  readonly balances?: Readonly<Record<string, string>>;
  /** The player has requested a logout: the end of the session is not announced. */
  readonly leaving?: boolean;
  /** Changes whenever a player signs in, requests a logout, or is signed out. */
  readonly visit?: object;
}

export interface Sums {
  readonly currency: string;
  readonly balance: string;
  readonly bonus_balance?: string;
  readonly total_balance?: string;
}

/** Which new amounts wait: those for which it returns true. */
export type Held = (next: Sums, shown: ProfileUser) => boolean;

export type SessionStore = StoreApi<SessionState>;

/** A store per page (and per server render), so that visitors never share one. */
export function createSessionStore(initial: { user: ProfileUser | null; hasToken: boolean }): SessionStore {
  return createStore<SessionState>(() => ({
    status: initial.user ? "player" : initial.hasToken ? "unknown" : "guest",
    user: initial.user,
  }));
}

export function signIn(store: SessionStore, user: ProfileUser): void {
  const former = store.getState();
  const balances = former.user?.id === user.id ? former.balances : undefined;
  const others = former.user?.currency === user.currency ? former.late : null;
  store.setState({ status: "player", user, balances: balances ?? {}, late: others ?? null, leaving: false });
}

export function signOut(store: SessionStore): void {
  store.setState({ status: "guest", user: null, balances: {}, late: null, visit: {} });
}

/** A new player has a token; `signIn` follows once the server has returned the player. */
export function beginVisit(store: SessionStore): void {
  store.setState({ visit: {} });
}

/**
 * Records the current visit. The returned function says whether it still is the current one: a response for an earlier one must be ignored.
 */
export function noteVisit(store: SessionStore): () => boolean {
  const { visit } = store.getState();
  return () => store.getState().visit === visit;
}

/** From here the session ends at the player's request; `signOut` follows. */
export function beginLeaving(store: SessionStore): void {
  store.setState({ leaving: true, visit: {} });
}

/** New amounts of one wallet. Those of the active currency are shown in the frame, the others in the list of wallets. */
export function showBalance(store: SessionStore, sums: Sums): void {
  const { user, held, balances } = store.getState();
  if (!user) return;
  const waits = user.currency === sums.currency && held?.(sums, user) === true;
  if (!waits) store.setState({ balances: { ...balances, [sums.currency]: sums.total_balance ?? sums.balance } });
  if (user.currency !== sums.currency) return;
  if (waits) {
    store.setState({ late: sums });
    return;
  }
  const { balance, bonus_balance = user.bonus_balance, total_balance = balance } = sums;
  store.setState({ user: { ...user, balance, bonus_balance, total_balance }, late: null });
}

/** From here new amounts wait; all of them unless `held` says which. */
export function holdBalance(store: SessionStore, held: Held = () => true): void {
  store.setState({ held });
}

/** Shows the last waiting amounts, and every later one at once. */
export function releaseBalance(store: SessionStore): void {
  const { late } = store.getState();
  store.setState({ held: null, late: null });
  if (late) showBalance(store, late);
}

export const SessionContext = createContext<SessionStore | null>(null);

/** The store itself, for writers. */
export function useSessionStore(): SessionStore {
  const store = use(SessionContext);
  if (!store) throw new Error("no SessionContext above");
  return store;
}

/** Whether the player is on a break (time-out, self-exclusion): nothing then invites to deposit, bet or chat. */
export const useIsOnBreak = () => useSession(state => (state.user?.blocked_until ?? null) !== null);

/** A part of the session; re-renders when that part changes. */
export function useSession<T>(pick: (state: SessionState) => T): T {
  return useStore(useSessionStore(), pick);
}
