import { describe, expect, test } from "vitest";
import { parseDecimal as m } from "#kit/money/amount.ts";
import { withOwnBet } from "#modules/engines/shared-rounds/web/own-bets.ts";
import type { CrashOwnBet } from "../shared/contract.ts";
import { type CrashRow, feedRowOf, joinOf, rowIdOf } from "../shared/feed-row.ts";
import {
  applyCrash,
  type CrashEvent,
  type CrashSnapshot,
  type CrashView,
  emptyCrashView,
  pinsOf,
  stakesIn,
  tableRows,
  viewOfSnapshot,
} from "./crash-view.ts";

const at = (ms: number) => new Date(1_000_000_000_000 + ms).toISOString();
const caps = { USD: { amount: "100", max_multiplier: "50.00" } };
const row = (id: string, stake = "5", over: Partial<CrashRow> = {}): CrashRow => ({
  id,
  player: { name: id, avatar: "00" },
  test: false,
  currency: "USD",
  stake,
  cashed_out_at: null,
  payout: null,
  ...over,
});
const own = (over: Partial<CrashOwnBet> = {}): CrashOwnBet => ({
  id: "mine",
  round: 7,
  at: at(0),
  currency: "USD",
  stake: "5",
  payout: "0",
  multiplier: "0.00",
  status: "open",
  auto_cash_out: null,
  win_cap: "100",
  panel: null,
  ...over,
});
const past = (round: number, point: string, status: "settled" | "voided" = "settled") => ({
  id: `crash-${round}`,
  round,
  status,
  point,
  link: "00",
  rules_version: "crash-1",
  ended_at: at(9000),
});
const run = (view: CrashView, ...events: CrashEvent[]) => events.reduce(applyCrash, view);
const betting: CrashEvent = {
  event: "betting",
  data: { round: 7, commitment: "c7", salt: "s", betting_ends_at: at(5000), win_caps: caps },
};

const flight: CrashSnapshot = {
  round: 7,
  state: "flying",
  commitment: "c7",
  salt: "s",
  betting_ends_at: null,
  started_at: at(6000),
  point: null,
  link: null,
  bets: [],
  bet_count: 1,
  still_in: 1,
  mine: [],
  history: [past(6, "2.00")],
  win_caps: caps,
};

describe("a row of the feed", () => {
  test("survives encoding and decoding, including a hidden player and a cash-out", () => {
    const hidden = row("b", "4", { player: null, test: true, cashed_out_at: "2.00", payout: "8" });
    const joins: CrashEvent = {
      event: "joins",
      data: { round: 7, bets: [joinOf(row("a")), joinOf(hidden)], bet_count: 2, win_caps: caps },
    };
    const view = run({ ...emptyCrashView, round: 7 }, joins);
    expect(view.bets).toEqual([row("a"), row("b", "4", { player: null, test: true })]);
    expect(viewOfSnapshot({ ...flight, bets: [feedRowOf(hidden)] }).bets).toEqual([hidden]);
  });

  test("is found by the prefix of the own bet's id", () => {
    expect(rowIdOf("Ab3dE6gHijklmnop")).toBe("Ab3dE6gH");
  });

  test("has only the changed caps, and the others stay", () => {
    const euro = { amount: "7", max_multiplier: "3.00" };
    const joins: CrashEvent = { event: "joins", data: { round: 7, bets: [], bet_count: 0, win_caps: { EUR: euro } } };
    expect(run(emptyCrashView, betting, joins).winCaps).toEqual({ ...caps, EUR: euro });
  });
});

describe("the page's view of a round", () => {
  test("a whole round: betting, joins, flight, cash-outs, crash, settled", () => {
    let view = run(emptyCrashView, betting, {
      event: "joins",
      data: { round: 7, bets: [joinOf(row("a")), joinOf(row("b"))], bet_count: 2, win_caps: caps },
    });
    expect(view).toMatchObject({ round: 7, state: "betting", betCount: 2, stillIn: 2, commitment: "c7" });
    view = run(
      view,
      { event: "locked", data: { round: 7 } },
      { event: "fly", data: { round: 7, started_at: at(6000) } },
    );
    expect(view).toMatchObject({ state: "flying", startedAtMs: 1_000_000_006_000, bettingEndsAtMs: null });
    view = run(view, {
      event: "cash_outs",
      data: { round: 7, bets: [["a", "2.00", "10"]], still_in: 1 },
    });
    expect(view.bets[0]).toMatchObject({ id: "a", cashed_out_at: "2.00", payout: "10" });
    expect(tableRows(view).map(each => each.id)).toEqual(["b", "a"]);
    view = run(view, { event: "crash", data: { round: 7, point: "3.18", link: "ff" } });
    expect(view).toMatchObject({ state: "crashed", point: 318, stillIn: 0 });
    view = run(view, { event: "settled", data: { round: past(7, "3.18") } });
    expect(view.state).toBe("settled");
    expect(view.history.map(each => each.round)).toEqual([7]);
    expect(run(view, { ...betting, data: { ...betting.data, round: 8 } }).bets).toEqual([]);
  });
  test("late events of another round do not change this one", () => {
    const view = run(emptyCrashView, betting);
    expect(run(view, { event: "crash", data: { round: 6, point: "1.00", link: "ff" } })).toBe(view);
    expect(run(view, { event: "settled", data: { round: past(6, "1.00") } })).toMatchObject({
      round: 7,
      state: "betting",
    });
  });
  test("a voided round shows its point, and the table still shows who had cashed out", () => {
    const view = run(emptyCrashView, betting, { event: "voided", data: { round: past(7, "9.99", "voided") } });
    expect(view).toMatchObject({ state: "voided", point: 999 });
  });
  test("alice reloads in mid-flight and sees her running bet", () => {
    const view = viewOfSnapshot({ ...flight, bets: [feedRowOf(row("mine"))], mine: [own()] });
    expect(view.mine).toHaveLength(1);
    expect(view.startedAtMs).toBe(1_000_000_006_000);
  });
  test("a late response does not open a bet that has ended", () => {
    const view = withOwnBet(
      { ...emptyCrashView, round: 7 },
      own({ status: "settled", payout: "10", multiplier: "2.00" }),
    );
    expect(withOwnBet(view, own()).mine).toEqual(view.mine);
  });
  test("own bets of the round before are removed when the next one opens, those already placed for it stay", () => {
    const view = { ...emptyCrashView, mine: [own({ round: 6, id: "old" }), own({ round: 7 })] };
    expect(run(view, betting).mine.map(bet => bet.id)).toEqual(["mine"]);
  });
  test("stakes are summed in one currency only", () => {
    const view = { ...emptyCrashView, bets: [row("a", "5.5"), row("b", "4"), row("c", "900", { currency: "RUB" })] };
    expect(stakesIn(view, "USD")).toBe(m("9.5"));
  });
  test("pins are few and spaced out, and the player's own come first", () => {
    const bets = [
      row("small", "1", { cashed_out_at: "2.00", payout: "2" }),
      row("big", "90", { cashed_out_at: "2.05", payout: "184.5" }),
      row("high", "1", { cashed_out_at: "8.00", payout: "8" }),
      row("in"),
    ];
    const view = { ...emptyCrashView, bets };
    expect(pinsOf(view, new Set(), 1000).map(each => each.id)).toEqual(["big", "high"]);
    expect(pinsOf(view, new Set(["small"]), 1000).map(each => each.id)).toEqual(["small", "high"]);
    expect(pinsOf(view, new Set(), 300).map(each => each.id)).toEqual(["big"]);
  });
});
