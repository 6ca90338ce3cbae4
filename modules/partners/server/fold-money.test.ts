import { expect, test } from "vitest";
import { accountNamed } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import { moneyOfFlow } from "./fold-money.ts";

const flow = (kind: TransferKind, debit: string, credit: string) =>
  moneyOfFlow({
    kind,
    debit: accountNamed(debit),
    credit: accountNamed(credit),
    amount: 5n,
    count: 1,
  } as Parameters<typeof moneyOfFlow>[0])?.bonuses ?? 0n;

/** The days of play count everything that betting paid of no real stake as bonuses: `paid` of them. */
test.each<[string, TransferKind, string, string, paid: bigint, cost: bigint]>([
  ["a payout in bonus money costs nothing yet", "slip_bonus_payout", "result:betting", "player:bonus", 5n, 0n],
  ["one that became real does", "slip_bonus_payout", "result:betting", "player:real", 5n, 5n],
  ["one that went back to its bonus does not", "slip_bonus_payout", "result:betting", "bonus:deposit", 5n, 0n],
  ["a boost in bonus money costs nothing yet", "slip_bonus_boost", "promotions", "player:bonus", 5n, 0n],
  [
    "taken back from bonus money nothing changes",
    "slip_bonus_payout_reversed",
    "player:bonus",
    "result:betting",
    -5n,
    0n,
  ],
  [
    "taken back from real money the cost falls",
    "slip_bonus_payout_reversed",
    "player:real",
    "result:betting",
    -5n,
    -5n,
  ],
  ["what bonus money lacks was a cost before", "slip_bonus_lack", "bonus:deposit", "result:betting", -5n, 0n],
  ["... of a boost as well", "slip_boost_lack", "bonus:deposit", "promotions", -5n, 0n],
  ["a returned stake that became real is a cost", "slip_bonus_void", "in play:betting", "player:real", 0n, 5n],
  ["in bonus money it is none", "slip_bonus_void", "in play:betting", "player:bonus", 0n, 0n],
])("%s", (_, kind, debit, credit, paid, cost) => {
  expect(paid + flow(kind, debit, credit)).toBe(cost);
});
