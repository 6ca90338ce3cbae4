import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import { isNotLooser, type OperatorLimitValue, tighterPlay } from "./operator-limits.ts";

const dollars = (amount: bigint): OperatorLimitValue => ({ amount: micros(amount), currency: "USD" });
const euros = (amount: bigint): OperatorLimitValue => ({ amount: micros(amount), currency: "EUR" });

test.each<[string, OperatorLimitValue | null, OperatorLimitValue | null, boolean]>([
  ["the first one", dollars(100n), null, true],
  ["less", dollars(99n), dollars(100n), true],
  ["nothing at all", dollars(0n), dollars(100n), true],
  ["the same", dollars(100n), dollars(100n), true],
  ["more", dollars(101n), dollars(100n), false],
  ["none", null, dollars(100n), false],
  ["no limit where there is none", null, null, true],
  ["less in another currency, which another day's rates may make more", euros(1n), dollars(100n), false],
  ["fewer minutes", { minutes: 30 }, { minutes: 60 }, true],
  ["more minutes", { minutes: 61 }, { minutes: 60 }, false],
  ["money in place of minutes", dollars(1n), { minutes: 60 }, false],
])("one operator may set: %s", (_what, next, before, is) => {
  expect(isNotLooser(next, before)).toBe(is);
});

test("of two limits of play time the shorter one holds, and a reality check stays the player's own", () => {
  const own = { day: 60n, session: null, check: 30n };
  expect(tighterPlay(own, { day: null, session: null })).toEqual(own);
  expect(tighterPlay(own, { day: 90n, session: 45n })).toEqual({ day: 60n, session: 45n, check: 30n });
  expect(tighterPlay(own, { day: 15n, session: null })).toEqual({ day: 15n, session: null, check: 30n });
  expect(tighterPlay({ ...own, session: 60n }, { day: null, session: 45n }).session).toBe(45n);
});
