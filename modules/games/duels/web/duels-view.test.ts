import { expect, test } from "vitest";
import type { DuelRow } from "../shared/contract.ts";
import { emptyDuels, endedIn, openIn, takeRows, viewOfSnapshot, withMine } from "./duels-view.ts";

const row = (round: number, change: Partial<DuelRow> = {}): DuelRow => ({
  ...{ id: `duels-${round}`, round, state: "open", currency: "RUB", stake: "10", side: "heads", house: false },
  ...{ opener: { id: "a", face: null, test: false }, joiner: null, opened_at: "2026-01-01T00:00:00Z", ended_at: null },
  ...{ commitment: "ab".repeat(32), entries_hash: null, beacon: null, result: null, reason: null },
  ...change,
});
const paid = (round: number) =>
  row(round, {
    ...{ state: "paid", ended_at: `2026-01-01T00:00:${String(round % 60).padStart(2, "0")}Z` },
    result: { side: "heads", winner: "opener", payout: "19.4" },
  });

test("open duels of the currency, own ones first, then the newest", () => {
  const view = viewOfSnapshot(emptyDuels, { open: [row(1), row(2), row(3, { currency: "USD" })], ended: [], mine: [] });
  expect(openIn(view, "RUB").map(each => each.round)).toEqual([2, 1]);
  expect(openIn(withMine(view, "duels-1"), "RUB").map(each => each.round)).toEqual([1, 2]);
});

test("an end that comes while one looks on is played once; one that was there is not", () => {
  const view = viewOfSnapshot(emptyDuels, { open: [row(1)], ended: [paid(2)], mine: ["duels-1"] });
  const later = takeRows(view, [paid(1), paid(2)]);
  expect([...later.live]).toEqual(["duels-1"]);
  expect(openIn(later, "RUB")).toEqual([]);
  expect(endedIn(later, "RUB", new Set(["duels-1"])).map(each => each.round)).toEqual([2]);
  expect(takeRows(later, [row(1)]).rows.get("duels-1")?.state).toBe("paid");
  expect(viewOfSnapshot(later, { open: [], ended: [], mine: [] }).mine.has("duels-1")).toBe(true);
});

test("only the latest ends are kept", () => {
  const view = takeRows(
    emptyDuels,
    Array.from({ length: 59 }, (_, i) => paid(i + 1)),
  );
  const more = takeRows(view, [paid(59), paid(119), paid(118), row(200)]);
  expect(more.rows.size).toBe(61);
  expect(openIn(more, "RUB")).toHaveLength(1);
});
