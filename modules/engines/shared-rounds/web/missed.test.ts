import { expect, test } from "vitest";
import { isWhole, missedOf, type OwnBet, stillTrue } from "./missed.ts";

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
  ["still open", [open], [open], { kind: "open" }],
  ["paid", [open], [paid], { kind: "paid", amount: "5.5", currency: "USD" }],
  ["lost", [other], [lost], { kind: "lost", amount: "2", currency: "USD" }],
  ["voided", [open], [voided], { kind: "voided", amount: "2", currency: "USD" }],
  ["one of two paid", [open, other], [paid, lost], { kind: "paid", amount: "5.5", currency: "USD" }],
  ["one of two lost", [open, other], [open, lost], { kind: "lost", amount: "2", currency: "USD" }],
  ["unknown", [open], [lost], null],
] as const)("after a reconnect the page shows one note about the bet: %s", (_name, before, after, said) => {
  expect(missedOf(before, after)).toEqual(said);
});

test("a bet whose round is over is read from the list of own bets", () => {
  expect(isWhole([open], [paid])).toBe(true);
  expect(isWhole([open, other], [paid])).toBe(false);
});

test("that a bet is still in the round is said only while it is; how one ended stays", () => {
  expect(stillTrue({ kind: "open" }, [lost, open])).toEqual({ kind: "open" });
  expect(stillTrue({ kind: "open" }, [lost])).toBeNull();
  expect(stillTrue({ kind: "open" }, [])).toBeNull();
  const ended = missedOf([open], [paid]);
  expect(stillTrue(ended, [])).toBe(ended);
});
