import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { accountsFor, type Decision, type Differing, differenceOf, type Side } from "./differences.ts";

const bet: Side = { kind: "bet", currency: "USD", amount: micros(5n), state: "ok" };

test.each<[string, Side, Side | undefined, string | undefined]>([
  ["the same on both sides", bet, bet, undefined],
  ["a bet that is not here", bet, undefined, "missing_here"],
  ["a refused bet that is not here", { ...bet, state: "refused" }, undefined, undefined],
  ["another amount", bet, { ...bet, amount: micros(6n) }, "amount"],
  ["another currency", bet, { ...bet, currency: "EUR" }, "currency"],
  ["a bet that was rolled back here", bet, { ...bet, state: "rolled_back" }, "state"],
  ["a bet that was rolled back there", { ...bet, state: "rolled_back" }, bet, "state"],
  [
    "a tombstone, which has no amount",
    { ...bet, state: "rolled_back" },
    { ...bet, state: "rolled_back", amount: micros(0n) },
    undefined,
  ],
  ["a win that is a bet here", { ...bet, kind: "win" }, bet, "kind"],
  ["a rollback", { ...bet, kind: "rollback", amount: micros(0n) }, { ...bet, kind: "rollback" }, undefined],
])("%s", (_what, theirs, ours, expected) => {
  expect(differenceOf(theirs, ours)).toBe(expected);
});

const booked = "00000000-0000-5000-8000-000000000001" as Uuid;
const other = "00000000-0000-5000-8000-000000000002" as Uuid;
const third = "00000000-0000-5000-8000-000000000003" as Uuid;
const win: Side = { ...bet, kind: "win", amount: micros(3n) };
const rollback: Side = { ...bet, kind: "rollback" };
const paid: Decision = { kind: "paid", key: booked, ref: null, currency: "USD", amount: micros(3n) };
const returned: Decision = { kind: "returned", key: booked, ref: other, currency: "USD", amount: null };
const voided: Decision = { kind: "voided", key: null, ref: null, currency: "USD", amount: null };
const undone = (side: Side): Side => ({ ...side, state: "rolled_back" });
const refused = (side: Side): Side => ({ ...side, state: "refused" });
type Case = [string, Decision, Differing];
const differing = (
  kind: Differing["kind"],
  theirs: Side | undefined,
  ours: Side | undefined,
  key = other,
): Differing => ({ key, kind, theirs, ours });

test.each<Case>([
  ["the win that it paid is in no statement", paid, differing("missing_there", undefined, win, booked)],
  ["the provider's own win of the same amount came too late", paid, differing("missing_here", win, undefined)],
  ["the rollback that it booked is in no statement", returned, differing("missing_there", undefined, rollback, booked)],
  ["the provider has not taken back the bet that it returned", returned, differing("state", bet, undone(bet))],
  ["the provider has left out the bet that it returned", returned, differing("missing_there", undefined, undone(bet))],
  ["the provider rolled back what it had returned", returned, differing("missing_here", rollback, undefined)],
  ["the provider took back a bet of the voided round", voided, differing("state", undone(bet), bet)],
  ["the provider took back a win of the voided round", voided, differing("state", refused(win), win)],
  ["the provider left out a win of the voided round", voided, differing("missing_there", undefined, win)],
  ["the provider's rollback that was refused as already won", voided, differing("missing_here", rollback, undefined)],
])("a decision accounts for it: %s", (_what, decision, found) => {
  expect(accountsFor(decision, found)).toBe(true);
});

test.each<Case>([
  ["a win of another amount than was paid", paid, differing("missing_here", { ...win, amount: micros(4n) }, undefined)],
  ["a win in another currency than was paid", paid, differing("missing_here", { ...win, currency: "EUR" }, undefined)],
  ["a win that the provider took back", paid, differing("missing_here", undone(win), undefined)],
  ["another win of the paid round that is in no statement", paid, differing("missing_there", undefined, win)],
  ["a bet of the paid round that the provider took back", paid, differing("state", undone(bet), bet)],
  ["a bet of the paid round that is in no statement", paid, differing("missing_there", undefined, bet)],
  ["a win of the round whose stakes were returned", returned, differing("missing_here", win, undefined)],
  ["a bet that was rolled back before it", returned, differing("state", bet, undone(bet), third)],
  ["such a bet that is in no statement", returned, differing("missing_there", undefined, undone(bet), third)],
  ["a bet that came into it", returned, differing("missing_here", bet, undefined)],
  ["a bet of it that is still booked here", returned, differing("state", undone(bet), bet)],
  ["another amount in the voided round", voided, differing("amount", { ...win, amount: micros(4n) }, win)],
  ["a win that the voided round never had", voided, differing("missing_here", win, undefined)],
  ["a bet of the voided round that is a win there", voided, differing("kind", win, bet)],
])("a decision does not account for %s", (_what, decision, found) => {
  expect(accountsFor(decision, found)).toBe(false);
});
