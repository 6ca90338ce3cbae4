import { describe, expect, test } from "vitest";
import { parseDecimal as m, micros } from "#kit/money/amount.ts";
import fc from "#kit/testing/fast-check.ts";
import { type BetOdds, fromHundredths, mostUnderCap, winOrLose } from "./bet-odds.ts";
import { type Forecast, forecast } from "./forecast.ts";
import { afterResult, barrier, firstPoint, type RunPoint, type Strategy } from "./strategy.ts";

const limits = { min: m("0.1"), max: m("1000") };
const flat: Strategy = {
  stake: m("1"),
  count: 1,
  stopOnProfit: null,
  stopOnLoss: null,
  afterWin: { kind: "reset" },
  afterLoss: { kind: "reset" },
  conditions: [],
};
const coin = winOrLose(1n, 2n, { numerator: 198n, denominator: 100n });
const run = (strategy: Partial<Strategy>, odds: BetOdds = coin, balance: bigint | null = null) => {
  const slices = forecast({ strategy: { ...flat, ...strategy }, odds, limits, balance }, 1);
  for (let step = slices.next(); ; step = slices.next()) if (step.done) return step.value;
};

describe("a forecast", () => {
  test("of one flip is one half, to the unit", () => {
    expect(run({})).toEqual<Forecast>({
      method: { kind: "exact" },
      horizon: null,
      profit: 0.5,
      stopLoss: 0,
      meanBets: 1,
      median: m("-1"),
      low: m("-1"),
      high: m("0.98"),
    });
  });
  test("of three flips is the binomial distribution", () => {
    const three = run({ count: 3 });
    expect(three.profit).toBeCloseTo(0.5, 12);
    expect(three.low).toBe(m("-3"));
    expect(three.high).toBe(m("2.94"));
    expect(three.median).toBe(m("-1.02"));
  });
  test("of a doubling until the first win with a stop loss of seven fails when three are lost", () => {
    const doubling = run({
      count: null,
      stopOnLoss: m("7"),
      afterLoss: { kind: "percent", percent: 100 },
      conditions: [{ when: { kind: "wins", count: 1 }, do: { kind: "stop" } }],
    });
    expect(doubling.method.kind).toBe("exact");
    expect(doubling.stopLoss).toBeCloseTo(1 / 8, 12);
    expect(doubling.profit).toBeCloseTo(7 / 8, 12);
    expect(doubling.low).toBe(m("-7"));
  });
  test("ends a run when the balance is used up", () => {
    const poor = run(
      { count: 100 },
      winOrLose(0n, 1n, coin.outcomes[0]?.multiplier ?? { numerator: 0n, denominator: 1n }),
      m("3.5"),
    );
    expect([poor.median, poor.meanBets]).toEqual([m("-3"), 3]);
  });
  test("reports where it cuts off an endless run", () => {
    expect(run({ count: null, stopOnProfit: m("5"), stopOnLoss: m("5") })).toMatchObject({ horizon: 1_000 });
    expect(run({ count: 999_999 }, winOrLose(1n, 1n, { numerator: 1n, denominator: 1n })).horizon).toBe(1_000);
  });
  test("simulates runs if there are too many states, reports how many, and is repeatable", () => {
    const wild: Partial<Strategy> = {
      count: 100,
      afterWin: { kind: "percent", percent: 7 },
      afterLoss: { kind: "percent", percent: -3 },
    };
    const drawn = run(wild);
    expect(drawn.method).toEqual({ kind: "simulated", runs: 10_000 });
    expect(run(wild)).toEqual(drawn);
  });
  test("agrees with following every path separately, under any conditions", () => {
    const odds = fromHundredths([
      [5n, 0],
      [3n, 150],
      [2n, 240],
    ]);
    const trigger = fc.oneof(
      fc.record({
        kind: fc.constantFrom("losses" as const, "wins" as const, "bets" as const),
        count: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({ kind: fc.constant("balance_below" as const), amount: fc.constantFrom(m("9"), m("10")) }),
      fc.record({ kind: fc.constant("multiplier" as const), hundredths: fc.constantFrom(150, 200) }),
    );
    const action = fc.constantFrom(
      { kind: "percent" as const, percent: 100 },
      { kind: "set" as const, stake: m("2") },
      { kind: "stop" as const },
      { kind: "switch" as const },
    );
    const conditions = fc.array(fc.record({ when: trigger, do: action }), { maxLength: 3 });
    fc.assert(
      fc.property(conditions, fc.boolean(), (list, stops) => {
        const strategy: Strategy = { ...flat, count: 6, stopOnLoss: stops ? m("4") : null, conditions: list };
        const nets = new Map<bigint, number>();
        let lost = 0;
        const walk = (point: RunPoint, weight: number, isOver: boolean): void => {
          const broke = point.stake > m("10") + point.net;
          const reason = isOver ? "condition" : (barrier(strategy, point, limits) ?? (broke ? "funds" : null));
          if (reason !== null) {
            nets.set(point.net, (nets.get(point.net) ?? 0) + weight);
            if (reason === "loss") lost += weight;
            return;
          }
          for (const { weight: of, multiplier } of odds.outcomes) {
            const payout = micros((point.stake * multiplier.numerator) / multiplier.denominator);
            const after = afterResult(strategy, point, { stake: point.stake, payout }, { limits, balance: m("10") });
            walk(after.point, (weight * Number(of)) / 10, after.stopped);
          }
        };
        walk(firstPoint(strategy), 1, false);
        const result = run(strategy, odds, m("10"));
        const won = [...nets].reduce((sum, [net, weight]) => (net > 0n ? sum + weight : sum), 0);
        expect(result.method.kind).toBe("exact");
        expect(result.profit).toBeCloseTo(won, 10);
        expect(result.stopLoss).toBeCloseTo(lost, 10);
      }),
      { numRuns: 60 },
    );
  });
});

test("the largest stake under a win cap is exact", () => {
  expect(mostUnderCap(coin, m("100"), m("1000"))).toBe(micros(50_505_051n));
  expect(mostUnderCap(coin, m("100000"), m("1000"))).toBe(m("1000"));
});
