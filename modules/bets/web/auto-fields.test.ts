import { expect, test } from "vitest";
import { parseDecimal as m } from "#kit/money/amount.ts";
import type { Strategy } from "../shared/strategy.ts";
import {
  areConflicting,
  type ConditionFields,
  fieldsOf,
  freshAutoFields,
  readAutoFields,
  withFixedStake,
} from "./auto-fields.ts";

const strategy: Strategy = {
  stake: m("2"),
  count: null,
  stopOnProfit: m("10"),
  stopOnLoss: null,
  afterWin: { kind: "reset" },
  afterLoss: { kind: "percent", percent: 50 },
  conditions: [
    { when: { kind: "losses", count: 3 }, do: { kind: "stop" } },
    { when: { kind: "balance_below", amount: m("12.5") }, do: { kind: "set", stake: m("0.5") } },
    { when: { kind: "multiplier", hundredths: 1050 }, do: { kind: "switch" } },
    { when: { kind: "bets", count: 10 }, do: { kind: "percent", percent: -20 } },
  ],
};
const read = (...conditions: Partial<ConditionFields>[]) =>
  readAutoFields(
    {
      ...freshAutoFields,
      conditions: conditions.map(each => ({ when: "losses", value: "3", do: "stop", to: "", ...each })),
    },
    m("1"),
  );

test("the fields of a strategy parse back to the same strategy", () => {
  expect(readAutoFields(fieldsOf(strategy), m("2"))).toEqual(strategy);
});
test("commas, a multiplication sign and a minus sign are accepted as people type them", () => {
  expect(
    read(
      { when: "balance_below", value: "12,5" },
      { when: "multiplier", value: "2,5×" },
      { when: "wins", do: "percent", to: "−50" },
    ),
  ).toMatchObject({
    conditions: [
      { when: { kind: "balance_below", amount: m("12.5") } },
      { when: { kind: "multiplier", hundredths: 250 } },
      { do: { kind: "percent", percent: -50 } },
    ],
  });
});
test("an invalid value names the conditions, and nothing starts", () => {
  for (const value of ["", "0", "-3", "1.5", "NaN", "1001", "1e2"]) expect(read({ value }), value).toBe("conditions");
  for (const value of ["", "1", "1.00", "-2", "NaN", "9999999.00"])
    expect(read({ when: "multiplier", value }), value).toBe("conditions");
  for (const to of ["", "0", "-1", "NaN", "1e9"]) expect(read({ do: "set", to }), to).toBe("conditions");
  expect(read(...Array.from({ length: 11 }, (_, i) => ({ value: String(i + 1) })))).toBe("conditions");
});
test("conflicting conditions are distinguished from invalid ones", () => {
  const twice: ConditionFields[] = [
    { when: "losses", value: "3", do: "switch", to: "" },
    { when: "losses", value: "3", do: "switch", to: "" },
  ];
  expect(read(...twice)).toBe("conditions");
  expect(areConflicting(twice)).toBe(true);
  expect(areConflicting([{ when: "losses", value: "x", do: "switch", to: "" }])).toBe(false);
});
test("a game with a fixed stake keeps only the conditions that stop", () => {
  expect(withFixedStake(strategy)).toMatchObject({
    afterLoss: { kind: "reset" },
    conditions: [strategy.conditions[0]],
  });
});
