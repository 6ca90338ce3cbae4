import { expect, test } from "vitest";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { createSessionStore, holdBalance, releaseBalance, showBalance } from "#modules/accounts/web/session.ts";
import { isRise } from "./is-rise.ts";

test("during a round the bar shows the stake at once, and the win when the round has been shown", () => {
  const kate = { id: "kate", currency: "USD", balance: "905", bonus_balance: "0", total_balance: "905" } as ProfileUser;
  const store = createSessionStore({ user: kate, hasToken: true });
  const bar = () => store.getState().user?.total_balance;
  holdBalance(store, isRise);
  showBalance(store, { currency: "USD", balance: "830" });
  expect(bar()).toBe("830");
  showBalance(store, { currency: "USD", balance: "872.45" });
  expect(bar()).toBe("830");
  releaseBalance(store);
  expect(bar()).toBe("872.45");
});
