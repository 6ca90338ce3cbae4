import { expect, test } from "vitest";
import { halfLost, halfWon, lost, voided, won } from "#modules/odds/shared/factor.ts";
import { type LegFacts, legState } from "./leg-state.ts";

const kickOff = 10_000;
const facts: LegFacts = {
  result: null,
  ownResult: null,
  certainty: null,
  disputed: false,
  decidedAt: null,
  startedAt: kickOff,
  plannedStart: kickOff,
  cancels: [],
};
const settled: LegFacts = { ...facts, result: won, ownResult: won, certainty: 2, decidedAt: 20_000 };
const leg = { acceptedAt: 5_000, isBeforeStart: true };
const now = 30_000;
const decided = (cause: string, voidHalves = 2) => ({ kind: "decided", cause, result: { voidHalves } });

test("a leg is open without a result, and decided by a confirmed one", () => {
  expect(legState(leg, facts, now)).toEqual({ kind: "open" });
  expect(legState(leg, settled, now)).toMatchObject({ kind: "decided", cause: "result", isEarly: false });
});

test.each([
  [won, { voidHalves: 0, won: true }],
  [lost, { voidHalves: 0, won: false }],
  [voided, { voidHalves: 2, won: false }],
  [halfWon, { voidHalves: 1, won: true }],
  [halfLost, { voidHalves: 1, won: false }],
  [
    { ...won, deadHeat: [1, 3] as const },
    { voidHalves: 0, won: true, places: 1, tied: 3 },
  ],
])("the factor %j is the result %j", (result, expected) => {
  expect(legState(leg, { ...settled, result, ownResult: result }, now)).toMatchObject({ result: expected });
});

test("an unconfirmed result counts, early, only when our own rules say the same", () => {
  const seen: LegFacts = { ...settled, certainty: 1 };
  expect(legState(leg, seen, now)).toMatchObject({ kind: "decided", isEarly: true });
  expect(legState(leg, { ...seen, ownResult: null }, now)).toEqual({ kind: "open" });
  expect(legState(leg, { ...settled, ownResult: null }, now)).toMatchObject({ kind: "decided", isEarly: false });
});

test("a disputed result decides nothing", () => {
  expect(legState(leg, { ...settled, disputed: true }, now)).toEqual({ kind: "open", isDisputed: true });
});

test("a leg accepted at or after the decision is void, won or lost", () => {
  for (const result of [won, lost]) {
    const late = { ...settled, result, ownResult: result };
    expect(legState({ acceptedAt: 20_000, isBeforeStart: false }, late, now)).toMatchObject(decided("late"));
    expect(legState({ acceptedAt: 19_999, isBeforeStart: false }, late, now)).toMatchObject({ cause: "result" });
  }
});

test("a leg that was accepted as pre-match after the true start is void; a live one is not", () => {
  expect(legState({ acceptedAt: kickOff, isBeforeStart: true }, settled, now)).toMatchObject(decided("late"));
  expect(legState({ acceptedAt: kickOff - 1, isBeforeStart: true }, settled, now)).toMatchObject({ cause: "result" });
  expect(legState({ acceptedAt: kickOff, isBeforeStart: false }, settled, now)).toMatchObject({ cause: "result" });
});

test("a cancelled window voids what was accepted in it, its ends included, whatever the result; an open end has no limit", () => {
  const at = (from: number | null, to: number | null) => legState(leg, { ...settled, cancels: [{ from, to }] }, now);
  for (const window of [at(5_000, 6_000), at(4_000, 5_000), at(null, 5_000), at(5_000, null), at(null, null)])
    expect(window).toMatchObject(decided("cancelled"));
  for (const window of [at(5_001, null), at(null, 4_999)]) expect(window).toMatchObject({ cause: "result" });
});

test("an event that has not begun 48 hours after its start is void; one that was only postponed for less is not", () => {
  const waiting: LegFacts = { ...facts, startedAt: null };
  const limit = kickOff + 48 * 3_600_000;
  expect(legState(leg, waiting, limit)).toMatchObject(decided("not_started"));
  expect(legState(leg, waiting, limit - 1)).toEqual({ kind: "open" });
  expect(legState(leg, facts, limit)).toEqual({ kind: "open" });
  expect(legState(leg, { ...waiting, plannedStart: null }, limit)).toEqual({ kind: "open" });
});
