import { expect, test } from "vitest";
import { isWhole, missedOf, type OwnBet } from "./missed.ts";

function bet(id: string, changes: Partial<OwnBet> = {}): OwnBet {
  return {
    id,
    currency: "USD",
    stake: "2",
    payout: "0",
    status: "open",
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
