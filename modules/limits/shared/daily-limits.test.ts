import { expect, test } from "vitest";
import { changeLimits as change, type LimitState, type Limits, limitsAt } from "./daily-limits.ts";

const day = 86_400_000;
const at = (ms: number) => new Date(ms);
type Name = "wager" | "loss";
const limits = (wager: bigint | null, loss: bigint | null): Limits<Name, bigint> => ({ wager, loss });
const changeLimits = (state: LimitState<Name, bigint>, asked: Limits<Name, bigint>, now: Date) =>
  change(state, asked, now, (one, other) => one < other);
const none: LimitState<Name, bigint> = { current: limits(null, null), later: null };

test("a first limit and a tighter one apply at once", () => {
  const first = changeLimits(none, limits(100n, 50n), at(0));
  expect(first).toEqual({ current: limits(100n, 50n), later: null });
  expect(changeLimits(first, limits(90n, 50n), at(1))).toEqual({ current: limits(90n, 50n), later: null });
});

test("a looser one waits 24 hours, to the millisecond; a tighter one in the same request does not", () => {
  const first = changeLimits(none, limits(100n, 50n), at(0));
  const changed = changeLimits(first, limits(null, 40n), at(10));
  expect(limitsAt(changed, at(10))).toEqual(limits(100n, 40n));
  expect(limitsAt(changed, at(10 + day - 1))).toEqual(limits(100n, 40n));
  expect(limitsAt(changed, at(10 + day))).toEqual(limits(null, 40n));
});

test("repeating a request never brings a looser limit forward, and a tighter one withdraws the pending one", () => {
  let state = changeLimits(none, limits(100n, null), at(0));
  state = changeLimits(state, limits(500n, null), at(0));
  state = changeLimits(state, limits(900n, null), at(day - 1));
  expect(limitsAt(state, at(day))).toEqual(limits(100n, null));
  const stricter = changeLimits(state, limits(900n, 10n), at(day));
  expect(stricter.later).toEqual({ limits: limits(900n, 10n), from: at(2 * day - 1) });
  expect(changeLimits(state, limits(80n, null), at(day))).toEqual({ current: limits(80n, null), later: null });
});
