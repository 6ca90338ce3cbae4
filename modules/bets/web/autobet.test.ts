import { describe, expect, test } from "vitest";
import { type Micros, parseDecimal as m, micros } from "#kit/money/amount.ts";
import fc from "#kit/testing/fast-check.ts";
import type { Strategy } from "../shared/strategy.ts";
import { type Autobet, dueStake, idleAutobet, stepAutobet } from "./autobet.ts";

const limits = { min: m("0.1"), max: m("100") };
const plain: Strategy = {
  stake: m("1"),
  count: null,
  stopOnProfit: null,
  stopOnLoss: null,
  afterWin: { kind: "reset" },
  afterLoss: { kind: "reset" },
  conditions: [],
};
const start = (strategy: Partial<Strategy> = {}) =>
  stepAutobet(idleAutobet, { type: "start", strategy: { ...plain, ...strategy }, limits, balance: m("50") });

/** Places the due bet and answers it with `times` its stake. */
function play(state: Autobet, times: bigint): Autobet {
  const stake = dueStake(state);
  if (stake === null) throw new Error("no bet is due");
  const sent = stepAutobet(state, { type: "sent" });
  expect(dueStake(sent)).toBeNull();
  return stepAutobet(sent, { type: "settled", stake, payout: micros(stake * times), limits });
}

describe("autobet", () => {
  test("alice sets three bets and gets exactly three", () => {
    let state = start({ count: 3 });
    for (let i = 0; i < 3; i++) state = play(state, 0n);
    expect(state).toEqual({ phase: "idle", made: 3, net: m("-3"), reason: "done" });
  });
  test("doubling after a loss and resetting after a win is a martingale that stops at the limit of the game", () => {
    let state = start({ afterLoss: { kind: "percent", percent: 100 } });
    const stakes: (Micros | null)[] = [];
    while (state.phase === "running") {
      stakes.push(dueStake(state));
      state = play(state, 0n);
    }
    expect(stakes).toEqual(["1", "2", "4", "8", "16", "32", "64"].map(m));
    expect(state.reason).toBe("limits");
    const won = play(play(start({ afterLoss: { kind: "percent", percent: 100 } }), 0n), 2n);
    expect(dueStake(won)).toBe(m("1"));
  });
  test("a decrease never goes below the smallest stake", () => {
    let state = start({ stake: m("0.15"), afterLoss: { kind: "percent", percent: -90 } });
    state = play(state, 0n);
    expect(dueStake(state)).toBe(m("0.1"));
  });
  test("stops when the profit is reached, even with the last bet of the count", () => {
    const state = play(start({ stopOnProfit: m("1"), count: 1 }), 2n);
    expect(state).toMatchObject({ phase: "idle", reason: "profit", net: m("1") });
  });
  test("never loses more than the stop on loss, whatever happens", () => {
    void fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: -99, max: 300 }),
        fc.array(fc.bigInt({ min: 0n, max: 3n }), { minLength: 1, maxLength: 60 }),
        (loss, percent, results) => {
          const stopOnLoss = micros(BigInt(loss) * 100_000n);
          let state = start({ stopOnLoss, afterLoss: { kind: "percent", percent } });
          for (const times of results) {
            if (state.phase === "idle") break;
            state = play(state, times);
          }
          expect(state.net).toBeGreaterThanOrEqual(-stopOnLoss);
        },
      ),
    );
  });
  test("a stop while a bet is in flight waits for its response and counts it", () => {
    const sent = stepAutobet(start(), { type: "sent" });
    const stopping = stepAutobet(sent, { type: "stop", reason: "focus" });
    expect(stopping.phase).toBe("running");
    expect(dueStake(stopping)).toBeNull();
    const over = stepAutobet(stopping, { type: "settled", stake: m("1"), payout: m("0"), limits });
    expect(over).toEqual({ phase: "idle", made: 1, net: m("-1"), reason: "focus" });
  });
  test("a stop between bets is immediate, and so is a refusal", () => {
    expect(stepAutobet(start(), { type: "stop", reason: "player" })).toMatchObject({ phase: "idle", reason: "player" });
    const sent = stepAutobet(start(), { type: "sent" });
    expect(stepAutobet(sent, { type: "failed", reason: "funds" })).toMatchObject({ phase: "idle", reason: "funds" });
  });
  test("does not start outside the limits or with a loss limit below the stake", () => {
    expect(start({ stake: m("1000") })).toMatchObject({ phase: "idle", reason: "limits" });
    expect(start({ stopOnLoss: m("0.5") })).toMatchObject({ phase: "idle", reason: "loss" });
  });
  test("a second start does not disturb a run, and events without a run do nothing", () => {
    const running = play(start(), 2n);
    expect(stepAutobet(running, { type: "start", strategy: plain, limits, balance: null })).toBe(running);
    expect(stepAutobet(idleAutobet, { type: "sent" })).toBe(idleAutobet);
  });
  test("a stop condition ends the run with the result that triggered it", () => {
    const conditions = [{ when: { kind: "losses", count: 3 }, do: { kind: "stop" } }] as const;
    let state = start({ conditions });
    for (const times of [0n, 0n, 2n, 0n, 0n]) state = play(state, times);
    expect(state.phase).toBe("running");
    expect(play(state, 0n)).toMatchObject({ phase: "idle", made: 6, reason: "condition" });
  });
  test("the run switches sides when a condition requires it, and back", () => {
    let state = start({ conditions: [{ when: { kind: "bets", count: 2 }, do: { kind: "switch" } }] });
    const sides: boolean[] = [];
    for (let i = 0; i < 5; i++) {
      state = play(state, 0n);
      if (state.phase === "running") sides.push(state.switched);
    }
    expect(sides).toEqual([false, true, true, false, false]);
  });
  test("conditions on the balance follow the run", () => {
    const conditions = [
      { when: { kind: "balance_below", amount: m("49") }, do: { kind: "set", stake: m("0.2") } },
    ] as const;
    let state = play(start({ conditions }), 0n);
    expect(dueStake(state)).toBe(m("1"));
    state = play(state, 0n);
    expect(dueStake(state)).toBe(m("0.2"));
  });
});
