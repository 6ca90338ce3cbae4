import { describe, expect, test } from "vitest";
import { type Micros, parseDecimal as m, micros } from "#kit/money/amount.ts";
import fc from "#kit/testing/fast-check.ts";
import {
  type Action,
  afterResult,
  barrier,
  type Condition,
  conditionsConflict,
  firstPoint,
  type RunPoint,
  type Strategy,
  type Trigger,
} from "./strategy.ts";

const limits = { min: m("0.1"), max: m("100") };
const plain: Strategy = {
  stake: m("1"),
  count: null,
  stopOnProfit: null,
  stopOnLoss: null,
  afterWin: { kind: "reset" },
  afterLoss: { kind: "percent", percent: 100 },
  conditions: [],
};
const bounds = { limits, balance: m("100") };

/** Stakes of a run over these results, as multiples of the first stake; ends where the strategy stops. */
function stakesOf(strategy: Partial<Strategy>, results: readonly bigint[], balance: bigint | null = m("100")) {
  const of = { ...plain, ...strategy };
  const stakes: Micros[] = [of.stake];
  let point = firstPoint(of);
  for (const times of results) {
    const result = { stake: point.stake, payout: micros(point.stake * times) };
    const next = afterResult(of, point, result, { limits, balance });
    if (next.stopped) return stakes;
    point = next.point;
    stakes.push(point.stake);
  }
  return stakes;
}

const count = fc.integer({ min: 1, max: 20 });
const amount = fc.integer({ min: 10, max: 20_000 }).map(minor => micros(BigInt(minor) * 10_000n));
const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  fc.record({ kind: fc.constantFrom("losses" as const, "wins" as const, "bets" as const), count }),
  fc.record({ kind: fc.constantFrom("balance_below" as const, "balance_above" as const), amount }),
  fc.record({ kind: fc.constant("multiplier" as const), hundredths: fc.integer({ min: 101, max: 1_000 }) }),
);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.constantFrom<Action>({ kind: "reset" }, { kind: "stop" }, { kind: "switch" }),
  fc.record({ kind: fc.constant("percent" as const), percent: fc.integer({ min: -99, max: 300 }) }),
  fc.record({ kind: fc.constant("set" as const), stake: amount }),
);
const conditions: fc.Arbitrary<Condition[]> = fc.array(fc.record({ when: trigger, do: action }), { maxLength: 10 });

describe("conditions", () => {
  test("after three losses in a row, and then after three more", () => {
    const conditions = [{ when: { kind: "losses", count: 3 }, do: { kind: "set", stake: m("5") } }] as const;
    expect(stakesOf({ afterLoss: { kind: "reset" }, conditions }, [0n, 0n, 0n, 0n, 0n, 0n, 2n])).toEqual(
      ["1", "1", "1", "5", "1", "1", "5", "1"].map(m),
    );
  });
  test("the first condition that holds decides the stake, in place of the change after a loss", () => {
    const conditions: Condition[] = [
      { when: { kind: "bets", count: 2 }, do: { kind: "reset" } },
      { when: { kind: "losses", count: 1 }, do: { kind: "percent", percent: 300 } },
    ];
    expect(stakesOf({ conditions }, [0n, 0n, 0n])).toEqual(["1", "4", "1", "4"].map(m));
  });
  test("a payout of at least the multiple stops, one below it does not", () => {
    const conditions = [{ when: { kind: "multiplier", hundredths: 1_000 }, do: { kind: "stop" } }] as const;
    expect(stakesOf({ conditions }, [9n, 10n, 9n])).toHaveLength(2);
  });
  test("if the balance is unknown, conditions on it never hold", () => {
    const conditions = [{ when: { kind: "balance_below", amount: m("1000") }, do: { kind: "stop" } }] as const;
    expect(stakesOf({ conditions }, [0n, 0n], null)).toHaveLength(3);
    expect(stakesOf({ conditions }, [0n, 0n])).toHaveLength(1);
  });
  test("under any conditions stakes are whole minor units, a percentage never gives less than the minimum, and sums agree", () => {
    fc.assert(
      fc.property(conditions, fc.array(fc.bigInt({ min: 0n, max: 4n }), { maxLength: 60 }), (list, results) => {
        const strategy = { ...plain, conditions: list };
        let point: RunPoint = firstPoint(strategy);
        let net = 0n;
        let made = 0;
        for (const times of results) {
          if (barrier(strategy, point, limits) !== null) return;
          const result = { stake: point.stake, payout: micros(point.stake * times) };
          const next = afterResult(strategy, point, result, bounds);
          net += result.payout - result.stake;
          made++;
          expect(next.point).toMatchObject({ net, made });
          expect(next.point.stake % 10_000n).toBe(0n);
          expect(next.point.stake).toBeGreaterThanOrEqual(limits.min);
          // The same result gives the same state: a condition depends on the result only.
          expect(afterResult(strategy, point, result, bounds)).toEqual(next);
          if (next.stopped) return;
          point = next.point;
        }
      }),
    );
  });
});

describe("conditions that conflict", () => {
  const pair = (a: Trigger, b: Trigger, one: Action, other: Action) =>
    conditionsConflict([
      { when: a, do: one },
      { when: b, do: other },
    ]);
  const double: Action = { kind: "percent", percent: 100 };
  const halve: Action = { kind: "percent", percent: -50 };
  test("are detected: the same trigger twice for the stake, a switch that is switched back, balances that always hold", () => {
    const two: Trigger = { kind: "losses", count: 2 };
    expect(pair(two, two, double, halve)).toBe(true);
    expect(pair(two, two, { kind: "switch" }, { kind: "switch" })).toBe(true);
    const below: Trigger = { kind: "balance_below", amount: m("100") };
    const above: Trigger = { kind: "balance_above", amount: m("50") };
    expect(pair(below, above, double, halve)).toBe(true);
    expect(pair(above, below, double, halve)).toBe(true);
  });
  test("are not detected for different subjects, different triggers, balances with a gap", () => {
    const two: Trigger = { kind: "losses", count: 2 };
    expect(pair(two, two, double, { kind: "switch" })).toBe(false);
    expect(pair(two, { kind: "losses", count: 3 }, double, halve)).toBe(false);
    const low: Trigger = { kind: "balance_below", amount: m("50") };
    expect(pair(low, { kind: "balance_above", amount: m("100") }, double, halve)).toBe(false);
  });
});
