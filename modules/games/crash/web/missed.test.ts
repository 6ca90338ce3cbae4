import { expect, test } from "vitest";
import type { CrashOwnBet } from "../shared/contract.ts";
import { isWhole, missedOf } from "./missed.ts";

function bet(id: string, changes: Partial<CrashOwnBet> = {}): CrashOwnBet {
  return {
    id,
    round: 7,
    at: "2026-01-01T00:00:00.000Z",
    currency: "USD",
    stake: "2",
    payout: "0",
    multiplier: "0.00",
    status: "open",
    auto_cash_out: null,
    win_cap: "100",
    ...changes,
  };
}
const [open, other] = [bet("a"), bet("b")];
const paid = bet("a", { status: "settled", payout: "5.5" });
const lost = bet("b", { status: "settled" });
const voided = bet("a", { status: "voided", payout: "2" });

test.each([
  ["it still flies", [open], [open], { kind: "open" }],
  ["it was paid", [open], [paid], { kind: "paid", amount: "5.5", currency: "USD" }],
  ["it went down", [other], [lost], { kind: "lost", amount: "2", currency: "USD" }],
  ["it was voided", [open], [voided], { kind: "voided", amount: "2", currency: "USD" }],
  ["of two one was paid", [open, other], [paid, lost], { kind: "paid", amount: "5.5", currency: "USD" }],
  ["of two one went down", [open, other], [open, lost], { kind: "lost", amount: "2", currency: "USD" }],
  ["nobody knows it", [open], [lost], null],
] as const)("after a tunnel one thing is said of the bet: %s", (_name, before, after, said) => {
  expect(missedOf(before, after)).toEqual(said);
});

test("a bet whose round is over is looked for in the list of own bets", () => {
  expect(isWhole([open], [paid])).toBe(true);
  expect(isWhole([open, other], [paid])).toBe(false);
});
