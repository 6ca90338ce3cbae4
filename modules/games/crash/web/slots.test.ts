import { describe, expect, test } from "vitest";
import { parseDecimal as m } from "#kit/money/amount.ts";
import type { CrashOwnBet } from "../shared/contract.ts";
import { type CrashView, emptyCrashView } from "./crash-view.ts";
import { dueWish, emptySlot, endOfRun, seatOwnBets, slotPhase } from "./slots.ts";

const bet = (id: string, over: Partial<CrashOwnBet> = {}): CrashOwnBet => ({
  id,
  round: 7,
  at: id,
  currency: "USD",
  stake: "5",
  payout: "0",
  multiplier: "0.00",
  status: "open",
  auto_cash_out: null,
  win_cap: "100",
  ...over,
});
const view = (state: CrashView["state"], ...mine: CrashOwnBet[]): CrashView => ({
  ...emptyCrashView,
  round: 7,
  state,
  mine,
});
const wish = { playerId: "p", stake: m("2.5"), currency: "USD" as const, autoCashOut: 300 };

describe("a place for a bet", () => {
  test("follows the round: open, placed, riding, and free for the next one", () => {
    const slot = { ...emptySlot, betId: "a" };
    expect(slotPhase(emptySlot, view("betting")).name).toBe("open");
    expect(slotPhase(slot, view("betting", bet("a"))).name).toBe("placed");
    expect(slotPhase(slot, view("locked", bet("a"))).name).toBe("placed");
    expect(slotPhase(slot, view("flying", bet("a")))).toMatchObject({ name: "riding", cashing: false });
    expect(slotPhase(slot, view("flying", bet("a", { status: "settled", payout: "10" }))).name).toBe("between");
    expect(slotPhase(slot, view("crashed", bet("a"))).name).toBe("between");
  });
  test("a wish waits for the next round and is due once, when it opens", () => {
    const slot = { ...emptySlot, queued: wish };
    expect(slotPhase(slot, view("flying"))).toEqual({ name: "queued", wish });
    expect(dueWish(slot, view("flying"))).toBeNull();
    expect(dueWish(slot, view("betting"))).toEqual(wish);
    expect(dueWish({ ...slot, placing: true }, view("betting"))).toBeNull();
    expect(dueWish({ ...slot, betId: "a" }, view("betting", bet("a")))).toBeNull();
  });
  test("bob may wish for the next round while his bet is riding, and still sees the bet", () => {
    const slot = { ...emptySlot, betId: "a", queued: wish };
    expect(slotPhase(slot, view("flying", bet("a"))).name).toBe("riding");
    expect(slotPhase(slot, view("flying", bet("a", { status: "settled" }))).name).toBe("queued");
  });
  test("after a reload two own bets take the two places in the order in which they were made", () => {
    const seated = seatOwnBets([emptySlot, emptySlot], view("flying", bet("b"), bet("a")));
    expect(seated.map(slot => slot.betId)).toEqual(["a", "b"]);
    expect(seatOwnBets(seated, view("flying", bet("b"), bet("a")))).toBe(seated);
  });
  test("a bet of the round before gives its place away", () => {
    const old = { ...emptySlot, betId: "old" };
    expect(seatOwnBets([old, emptySlot], view("betting", bet("a")))[0]?.betId).toBe("a");
  });
});

describe("a bet of a run", () => {
  const end = (...mine: CrashOwnBet[]) => endOfRun({ id: "a", round: 7 }, view("crashed", ...mine));
  test("has ended when the house says so, with its stake where it was given back", () => {
    expect(end(bet("a"))).toBeNull();
    expect(end(bet("a", { status: "settled", payout: "10" }))).toEqual({
      ...{ kind: "settled", stake: m("5"), payout: m("10") },
    });
    expect(end(bet("a", { status: "voided" }))).toEqual({ kind: "settled", stake: m("5"), payout: m("5") });
  });
  test("is waited for while its round is shown, and given up when another one is and nothing was heard of it", () => {
    expect(end(bet("b", { status: "settled" }))).toBeNull();
    expect(endOfRun({ id: "a", round: 7 }, emptyCrashView)).toBeNull();
    const lost = { kind: "refused", reason: "error" };
    expect(endOfRun({ id: "a", round: 6 }, view("betting", bet("b")))).toEqual(lost);
  });
});
