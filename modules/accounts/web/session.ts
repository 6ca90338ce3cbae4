import { createContext, use } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";

/**
 * Who is at the page. `unknown`: a token is there and the server could not say whose it is (it may only be out of date);
 * the browser finds out right after the first paint.
 */
export interface SessionState {
  readonly status: "guest" | "unknown" | "player";
  readonly user: ProfileUser | null;
  /** A game is about to show a result: new sums wait in `late`, so that the balance does not tell it first. */
  readonly held?: boolean;
  readonly late?: Sums | null;
  /** What is in each wallet the player has, by currency; empty until the own channel has told. */
  readonly purses?: Readonly<Record<string, string>>;
  /** The player has asked to be logged out: that the session is over is no news to him, whenever it comes. */
  readonly leaving?: boolean;
  /** Another one from the moment in which somebody comes in, asks to leave, or is gone. */
  readonly visit?: object;
}

export interface Sums {
  readonly currency: string;
  readonly balance: string;
  readonly bonus_balance?: string;
  readonly total_balance?: string;
}

export type SessionStore = StoreApi<SessionState>;

/** A store per page (and per rendering on the server), so that no two visitors ever meet in one. */
export function createSessionStore(initial: { user: ProfileUser | null; hasToken: boolean }): SessionStore {
  return createStore<SessionState>(() => ({
    status: initial.user ? "player" : initial.hasToken ? "unknown" : "guest",
    user: initial.user,
  }));
}

export function signIn(store: SessionStore, user: ProfileUser): void {
  const former = store.getState();
  const purses = former.user?.id === user.id ? former.purses : undefined;
  const others = former.user?.currency === user.currency ? former.late : null;
  store.setState({ status: "player", user, purses: purses ?? {}, late: others ?? null, leaving: false });
}

export function signOut(store: SessionStore): void {
  store.setState({ status: "guest", user: null, purses: {}, late: null, visit: {} });
}

/** Somebody has a token of his own; `signIn` follows, when the house has said who it is. */
export function beginVisit(store: SessionStore): void {
  store.setState({ visit: {} });
}

/** Notes who is at the page. What it returns says whether the page is still his: an answer to somebody who has left is nobody's. */
export function noteVisit(store: SessionStore): () => boolean {
  const { visit } = store.getState();
  return () => store.getState().visit === visit;
}

/** From here the session ends because the player wants it; `signOut` follows. */
export function beginLeaving(store: SessionStore): void {
  store.setState({ leaving: true, visit: {} });
}

/** New sums of one wallet. Those of the active currency stand in the frame, the others wait in the list of wallets. */
export function showBalance(store: SessionStore, sums: Sums): void {
  const { user, held, purses } = store.getState();
  if (!user) return;
  if (user.currency !== sums.currency || !held)
    store.setState({ purses: { ...purses, [sums.currency]: sums.total_balance ?? sums.balance } });
  if (user.currency !== sums.currency) return;
  if (held) {
    store.setState({ late: sums });
    return;
  }
  const { balance, bonus_balance = user.bonus_balance, total_balance = balance } = sums;
  store.setState({ user: { ...user, balance, bonus_balance, total_balance } });
}

/** From here new sums wait. */
export function holdBalance(store: SessionStore): void {
  store.setState({ held: true });
}

/** Shows the last sums that waited, and every later one at once. */
export function releaseBalance(store: SessionStore): void {
  const { late } = store.getState();
  store.setState({ held: false, late: null });
  if (late) showBalance(store, late);
}

export const SessionContext = createContext<SessionStore | null>(null);

/** The store itself, for what changes it. */
export function useSessionStore(): SessionStore {
  const store = use(SessionContext);
  if (!store) throw new Error("no SessionContext above");
  return store;
}

/** A part of the session; renders again when that part changes. */
export function useSession<T>(pick: (state: SessionState) => T): T {
  return useStore(useSessionStore(), pick);
}
