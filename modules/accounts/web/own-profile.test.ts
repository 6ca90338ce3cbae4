import { expect, test } from "vitest";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { requestPlayer } from "./own-profile.ts";
import { beginLeaving, beginVisit, createSessionStore, signOut } from "./session.ts";

const alice = { id: "alice", currency: "USD", balance: "10", bonus_balance: "0", total_balance: "10" } as ProfileUser;

/** A server that stores a currency when called, and responds when the test says so. */
function slowApi() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  let savedCurrency = "USD";
  const ask = (currency: string | null) => () => {
    asked.push(currency ?? "read");
    if (currency) savedCurrency = currency;
    const user = { ...alice, currency: savedCurrency } as ProfileUser;
    return new Promise<{ user: ProfileUser }>(resolve => answers.push(() => resolve({ user })));
  };
  const settle = () => new Promise(resolve => setTimeout(resolve, 1));
  return {
    ask,
    asked: async () => {
      await settle();
      return asked;
    },
    /** The response to the call of this number, and time for the page to process it. */
    async answer(number: number) {
      await settle();
      answers[number]?.();
      await settle();
    },
  };
}

test("changes are sent one after the other, so that page and server end with the same one", async () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  const api = slowApi();
  const changes = ["EUR", "RUB"].map(currency => requestPlayer(store, "change", api.ask(currency)));
  expect(await api.asked()).toEqual(["EUR"]);
  await api.answer(0);
  await api.answer(1);
  await Promise.all(changes);
  expect(await api.asked()).toEqual(["EUR", "RUB"]);
  expect(store.getState().user?.currency).toBe("RUB");
});

test("a refused change does not hold up the next", async () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  const api = slowApi();
  const refused = requestPlayer(store, "change", () => Promise.reject(new Error("refused")));
  const next = requestPlayer(store, "change", api.ask("RUB"));
  await expect(refused).rejects.toThrow("refused");
  await api.answer(0);
  expect(await next).toMatchObject({ user: { currency: "RUB" } });
});

test("a read started before a change and answered after it does not undo it; one started after it waits for it", async () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  const api = slowApi();
  void requestPlayer(store, "read", api.ask(null));
  await api.asked();
  void requestPlayer(store, "change", api.ask("EUR"));
  await api.asked();
  void requestPlayer(store, "read", api.ask(null));
  expect(await api.asked()).toEqual(["read", "EUR"]);
  await api.answer(1);
  await api.answer(0);
  expect(store.getState().user?.currency).toBe("EUR");
  expect(await api.asked()).toEqual(["read", "EUR", "read"]);
});

test.each([["read"], ["change"]] as const)(
  "a %s that is answered after a logout does not sign the player in again",
  async kind => {
    const store = createSessionStore({ user: alice, hasToken: true });
    const api = slowApi();
    const asked = requestPlayer(store, kind, api.ask("EUR"));
    await api.asked();
    beginLeaving(store);
    await api.answer(0);
    expect(await asked).toBeNull();
    expect(store.getState()).toMatchObject({ leaving: true, user: { currency: "USD" } });
    signOut(store);
    expect(store.getState().status).toBe("guest");
  },
);

test("of two reads the response to the earlier one, arriving last, is ignored", async () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  const api = slowApi();
  const earlier = requestPlayer(store, "read", async () => {
    await api.ask(null)();
    return { user: { ...alice, balance: "10" } as ProfileUser };
  });
  const later = requestPlayer(store, "read", async () => {
    await api.ask(null)();
    return { user: { ...alice, balance: "20" } as ProfileUser };
  });
  await api.answer(1);
  await later;
  await api.answer(0);
  await earlier;
  expect(store.getState().user?.balance).toBe("20");
});

test("a new player does not wait for the previous player's responses, and pending changes of that player are dropped", async () => {
  const store = createSessionStore({ user: alice, hasToken: true });
  const api = slowApi();
  const [first, second] = ["EUR", "RUB"].map(currency => requestPlayer(store, "change", api.ask(currency)));
  await api.asked();
  signOut(store);
  beginVisit(store);
  const bob = { ...alice, id: "bob" } as ProfileUser;
  expect(await requestPlayer(store, "read", async () => ({ user: bob }))).toMatchObject({ user: { id: "bob" } });
  await api.answer(0);
  expect([await first, await second]).toEqual([null, null]);
  expect(await api.asked()).toEqual(["EUR"]);
  expect(store.getState().user?.id).toBe("bob");
});
