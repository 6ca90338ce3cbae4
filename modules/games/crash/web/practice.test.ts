import { expect, test } from "vitest";
import { parseDecimal as m } from "#kit/money/amount.ts";
import { timeOf } from "../shared/climb.ts";
import { emptyCrashView } from "./crash-view.ts";
import { cashOutPractice, endPractice, isPracticeBet, practiceBet, practiceTargetMs } from "./practice.ts";

const view = {
  ...emptyCrashView,
  round: 7,
  state: "flying" as const,
  startedAtMs: 1000,
  winCaps: { USD: { amount: "1000", max_multiplier: "100.00" } },
};
const bet = practiceBet("a", 7, { stake: m("5"), currency: "USD", autoCashOut: 300 }, view);

test("a guest's bet is a practice bet, and its id says so", () => {
  expect(isPracticeBet(bet.id)).toBe(true);
  expect(isPracticeBet("crash-7")).toBe(false);
});
test("its target pays when the round reaches it, and is lost when it does not", () => {
  expect(endPractice(bet, 300, false)).toMatchObject({ status: "settled", payout: "15", multiplier: "3.00" });
  expect(endPractice(bet, 299, false)).toMatchObject({ status: "settled", payout: "0" });
  expect(practiceTargetMs(bet)).toBe(timeOf(300));
});
test("cashing out pays the multiplier of that moment, never more than the target, and nothing at 1.00x", () => {
  expect(cashOutPractice(bet, view, 1000 + timeOf(200))).toMatchObject({
    status: "settled",
    payout: "10",
    multiplier: "2.00",
  });
  expect(cashOutPractice(bet, view, 1000 + timeOf(900))).toMatchObject({ payout: "15" });
  expect(cashOutPractice(bet, view, 1000)).toBe(bet);
});
test("a void refunds the stake", () => {
  expect(endPractice(bet, 5000, true)).toMatchObject({ status: "voided", payout: "5" });
});
