import { expect, test } from "vitest";
import {
  emptyMultiplayerView,
  endedIn,
  type MultiplayerRow,
  openIn,
  takeRows,
  viewOfSnapshot,
  withSeat,
} from "./multiplayer-view.ts";

const row = (round: number, change: Partial<MultiplayerRow> = {}): MultiplayerRow => ({
  id: `duels-${round}`,
  round,
  state: "open",
  currency: "RUB",
  ended_at: null,
  ...change,
});
const paid = (round: number) =>
  row(round, { state: "paid", ended_at: `2026-01-01T00:00:${String(round % 60).padStart(2, "0")}Z` });

test("open rounds of the currency, own ones first, then the newest", () => {
  const open = [row(1), row(2), row(3, { currency: "USD" })];
  const view = viewOfSnapshot<MultiplayerRow>(emptyMultiplayerView(), { open, ended: [], mine: [] });
  expect(openIn(view, "RUB").map(each => each.round)).toEqual([2, 1]);
  expect(openIn(withSeat(view, "duels-1", 2), "RUB").map(each => each.round)).toEqual([1, 2]);
});

test("a round that ends while the page is open is animated once; one that had ended before is not", {
  tags: ["known-failure/25/multiplayer"],
}, () => {
  const mine = [{ id: "duels-1", seat: 2 }];
  const view = viewOfSnapshot<MultiplayerRow>(emptyMultiplayerView(), { open: [row(1)], ended: [paid(2)], mine });
  const later = takeRows(view, [paid(1), paid(2)]);
  expect([...later.live]).toEqual(["duels-1"]);
  expect(openIn(later, "RUB")).toEqual([]);
  expect(endedIn(later, "RUB", new Set(["duels-1"])).map(each => each.round)).toEqual([2]);
  expect(takeRows(later, [row(1)]).rows.get("duels-1")?.state).toBe("paid");
  expect(viewOfSnapshot(later, { open: [], ended: [], mine: [] }).mine.get("duels-1")).toBe(2);
});

test("only the latest ended rounds are listed", () => {
  const first = Array.from({ length: 59 }, (_, i) => paid(i + 1));
  const view = takeRows<MultiplayerRow>(emptyMultiplayerView(), first);
  const more = takeRows(view, [paid(59), paid(119), paid(118), row(200)]);
  expect(more.rows.size).toBe(61);
  expect(openIn(more, "RUB")).toHaveLength(1);
});
