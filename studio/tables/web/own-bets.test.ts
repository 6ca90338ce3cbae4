import { expect, test } from "vitest";
import { CallError, isUnknown } from "#studio/frame/web/rgs.ts";
import type { BetRequest, OwnRound } from "../shared/calls.ts";
import { casinoBets } from "./own-bets.ts";
import type { TableCalls } from "./table-calls.ts";

const red = [{ spot: "red", amount: "5" }];
const opened = { own: null, balance: "100", seats: [] };

/** A studio that takes a bet once for each request id, and whose responses can be lost. */
function studio() {
  const taken: BetRequest[] = [];
  let isLost = false;
  const own = (): OwnRound | null =>
    taken.length === 0
      ? null
      : {
          number: 7,
          round: "r",
          state: "open",
          entry_id: "e",
          bets: taken.map(({ request, bets }) => ({ request, state: "ok" as const, bets })),
          stake: String(5 * taken.length),
          payout: null,
          balance: String(100 - 5 * taken.length),
        };
  const calls = {
    async bet(request: BetRequest) {
      if (!taken.some(each => each.request === request.request)) taken.push(request);
      if (isLost) throw new CallError({ code: "offline" });
      return own() as OwnRound;
    },
    async own() {
      if (isLost) throw new TypeError("Failed to fetch");
      return { own: own(), seats: [] };
    },
    balance: async () => own()?.balance ?? "100",
  } as unknown as TableCalls;
  const lose = (on: boolean) => {
    isLost = on;
  };
  return { taken, calls, lose };
}

test.each(["offline", "internal", "request_in_progress"])("after %s a bet may have been taken", code => {
  expect(isUnknown(new CallError({ code }))).toBe(true);
});

test("a bet whose response was lost is taken once, however often it is confirmed", async () => {
  const { taken, calls, lose } = studio();
  const bets = casinoBets(calls, opened);
  lose(true);
  await expect(bets.send(7, red)).rejects.toThrow("offline");
  await expect(bets.send(7, red)).rejects.toThrow();
  lose(false);
  await bets.send(7, red);
  expect(taken.length).toBe(1);
  expect(bets.sent(7)).toEqual([{ spot: "red", amount: 5_000_000n }]);
  expect(bets.balance).toBe(95_000_000n);
  // The next press is a bet of its own.
  await bets.send(7, red);
  expect(taken.length).toBe(2);
});

test("a decision whose response was lost is the same request while the cards are the same, and another one afterwards", async () => {
  const requests: string[] = [];
  const { calls, lose } = studio();
  const bets = casinoBets(
    {
      ...calls,
      async act({ request }) {
        requests.push(request);
        return calls.bet({ request, round: 7, bets: red });
      },
    },
    opened,
  );
  const hit = { seat: 1, hand: 0, action: "hit" };
  const cards = ["10", "2"];
  lose(true);
  await expect(bets.act(7, hit, cards)).rejects.toThrow("offline");
  lose(false);
  await bets.act(7, hit, cards);
  expect(new Set(requests).size).toBe(1);
  await bets.act(7, hit, cards);
  lose(true);
  await expect(bets.act(7, hit, cards)).rejects.toThrow("offline");
  lose(false);
  await bets.act(7, hit, [...cards, "5"]);
  expect(new Set(requests).size).toBe(4);
});

test("chips added to a bet that was accepted unnoticed do not place it again, and a reconnection reports it", async () => {
  const { taken, calls, lose } = studio();
  const bets = casinoBets(calls, opened);
  lose(true);
  await expect(bets.send(7, red)).rejects.toThrow("offline");
  lose(false);
  await bets.send(7, [...red, { spot: "odd", amount: "1" }]);
  expect(taken.map(each => each.bets)).toEqual([red]);
  lose(true);
  await expect(bets.send(7, red)).rejects.toThrow("offline");
  lose(false);
  expect(await bets.refresh()).toBe(true);
  expect(await bets.refresh()).toBe(false);
});
