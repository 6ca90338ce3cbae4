import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { createSessionStore, showBalance } from "#modules/accounts/web/session.ts";
import { holdWins } from "./hold-wins.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function duringRound() {
  const kate = { id: "kate", currency: "USD", balance: "905", bonus_balance: "0", total_balance: "905" } as ProfileUser;
  const store = createSessionStore({ user: kate, hasToken: true });
  const end = holdWins(store);
  const bar = () => store.getState().user?.total_balance;
  showBalance(store, { currency: "USD", balance: "830" });
  expect(bar()).toBe("830");
  showBalance(store, { currency: "USD", balance: "872.45" });
  expect(bar()).toBe("830");
  return { store, end, bar };
}

test("during a round the bar shows the stake at once, and the win when the round has been shown", () => {
  const { end, bar } = duringRound();
  end();
  expect(bar()).toBe("872.45");
});

test("a game that never says that its round ended keeps no win out of the bar", () => {
  const { store, bar } = duringRound();
  vi.advanceTimersByTime(180_000);
  expect(bar()).toBe("872.45");
  showBalance(store, { currency: "USD", balance: "900" });
  expect(bar()).toBe("900");
});
