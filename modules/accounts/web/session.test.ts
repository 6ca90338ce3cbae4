import { expect, test } from "vitest";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import {
  beginLeaving,
  createSessionStore,
  holdBalance,
  releaseBalance,
  showBalance,
  signIn,
  signOut,
} from "./session.ts";

const alice = { id: "alice", currency: "USD", balance: "10", bonus_balance: "0", total_balance: "10" } as ProfileUser;
const sums = (currency: string, balance: string) => ({
  currency,
  balance,
  bonus_balance: "0",
  total_balance: balance,
});

test("each wallet has its own amount, and only the active one is the balance", () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  showBalance(store, sums("USD", "12"));
  showBalance(store, sums("RUB", "900"));
  expect(store.getState()).toMatchObject({ user: { balance: "12" }, balances: { USD: "12", RUB: "900" } });
});

test("while a result is held back no wallet reveals it, and an update of another wallet does not replace it", () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  showBalance(store, sums("USD", "10"));
  holdBalance(store);
  showBalance(store, sums("USD", "12"));
  showBalance(store, sums("RUB", "900"));
  expect(store.getState()).toMatchObject({ user: { balance: "10" }, balances: { USD: "10", RUB: "900" } });
  releaseBalance(store);
  expect(store.getState()).toMatchObject({ user: { balance: "12" }, balances: { USD: "12", RUB: "900" } });
});

test("a hold may let amounts through: the stake is shown at once, and the win waits", () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  holdBalance(store, (next, shown) => Number(next.balance) > Number(shown.balance));
  showBalance(store, sums("USD", "3"));
  showBalance(store, sums("USD", "7"));
  expect(store.getState()).toMatchObject({ user: { balance: "3" }, balances: { USD: "3" } });
  releaseBalance(store);
  expect(store.getState()).toMatchObject({ user: { balance: "7" }, balances: { USD: "7" } });
});

test("an amount that waits is dropped when a later one is shown at once", () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  holdBalance(store, (next, shown) => Number(next.balance) > Number(shown.balance));
  showBalance(store, sums("USD", "12"));
  showBalance(store, sums("USD", "4"));
  releaseBalance(store);
  expect(store.getState()).toMatchObject({ user: { balance: "4" } });
});

test("another active currency shows its own amount, not the deferred one of the former", () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  holdBalance(store);
  showBalance(store, sums("USD", "12"));
  signIn(store, { ...alice, currency: "RUB", balance: "900", total_balance: "900" });
  releaseBalance(store);
  expect(store.getState().user).toMatchObject({ currency: "RUB", balance: "900" });
});

test("bob sees no wallet of alice, who was signed in before", () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  showBalance(store, sums("USD", "12"));
  signOut(store);
  showBalance(store, sums("USD", "13"));
  signIn(store, { ...alice, id: "bob" });
  expect(store.getState().balances).toEqual({});
});

test("after a logout the end of the session is not announced, until the next sign-in", () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  beginLeaving(store);
  signOut(store);
  expect(store.getState()).toMatchObject({ status: "guest", leaving: true });
  signIn(store, alice);
  expect(store.getState().leaving).toBe(false);
});
