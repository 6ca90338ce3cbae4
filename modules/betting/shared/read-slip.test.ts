import { expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { type RequestedSlip, readPrice, readSlip } from "./read-slip.ts";

const leg = (event: number, more: object = {}) => ({
  event: `match:${event}`,
  market: "total",
  spec: "total=2.5",
  outcome: "over",
  price: "1.850",
  ...more,
});
const legs = (count: number, bankers = 0) =>
  Array.from({ length: count }, (_, event) => leg(event, event < bankers ? { banker: true } : {}));
const freeBet = "0199f2b0-0000-7000-8000-000000000001";
const single = { kind: "single", unit: "10", legs: legs(1) };
const system = (folds: unknown, count = 8, bankers = 0) => ({
  kind: "system",
  unit: "1",
  folds,
  legs: legs(count, bankers),
});
const builder = (more: object, parts = [leg(1), leg(1, { outcome: "under", market: "both_score", spec: "" })]) => ({
  kind: "builder",
  unit: "10",
  quote: "q1",
  legs: parts,
  ...more,
});

test("a slip is read as it is meant", () => {
  expect(readSlip({ ...single, legs: [leg(1, { spec: "", market: "1x2", outcome: "x" })] }, "USD")).toMatchObject({
    kind: "single",
    policy: "better",
    stake: parseDecimal("10"),
    legs: [{ event: "match:1", spec: "", outcome: "x", price: 1_850, banker: false }],
  });
  const heinz = readSlip({ kind: "heinz", unit: "1.75", each_way: true, legs: legs(6) }, "USD") as RequestedSlip;
  expect(heinz.stake).toBe(parseDecimal("199.5"));
  expect(readSlip(system([3, 2], 4, 1), "USD")).toMatchObject({ stake: parseDecimal("4") });
  expect(readSlip(builder({}), "USD")).toMatchObject({ shape: { others: [0] }, stake: parseDecimal("10") });
});

test("a price is an exact decimal from 1.001 to 1000 with at most three places", () => {
  expect(["1.001", "1.85", "1.850", "2", "1000"].map(readPrice)).toEqual([1_001, 1_850, 1_850, 2_000, 1_000_000]);
  const bad = ["1.850000", "1e1", "0", "1", "1.000", "-2", "NaN", "1,85", "01.85", "+2", "1000.001", "9999", "2.", ""];
  for (const text of [...bad, " 2", "Infinity", 1.85, Number.NaN, null, undefined, {}, ["2"]])
    expect(readPrice(text), String(text)).toBeUndefined();
});

test.each([
  ["no object", null, "validation_failed", "body"],
  ["a list", [], "validation_failed", "body"],
  ["an unknown kind", { ...single, kind: "flag" }, "validation_failed", "kind"],
  ["an unknown policy", { ...single, policy: "worse" }, "validation_failed", "policy"],
  ["a unit with three decimals", { ...single, unit: "1.555" }, "validation_failed", "unit"],
  ["a unit of zero", { ...single, unit: "0" }, "validation_failed", "unit"],
  ["a huge unit", { ...single, unit: "9".repeat(30) }, "validation_failed", "unit"],
  ["a unit that is a number", { ...single, unit: 10 }, "validation_failed", "unit"],
  ["a stake below the minimum", { ...single, unit: "0.09" }, "stake_out_of_limits", "unit"],
  ["no leg", { ...single, legs: [] }, "validation_failed", "legs"],
  ["two legs of a single", { ...single, legs: legs(2) }, "bad_system", "legs"],
  ["one leg of an accumulator", { ...single, kind: "accumulator" }, "bad_system", "legs"],
  ["21 legs", { kind: "accumulator", unit: "1", legs: legs(21) }, "bad_system", "legs"],
  ["500 legs", { kind: "accumulator", unit: "1", legs: legs(500) }, "bad_system", "legs"],
  [
    "a price with six places",
    { ...single, legs: [leg(1, { price: "1.850000" })] },
    "validation_failed",
    "legs.0.price",
  ],
  ["a price of 1", { ...single, legs: [leg(1, { price: "1" })] }, "validation_failed", "legs.0.price"],
  [
    "a specifier with spaces",
    { ...single, legs: [leg(1, { spec: "total = 2.5" })] },
    "validation_failed",
    "legs.0.spec",
  ],
  ["an event with a slash", { ...single, legs: [leg(1, { event: "../1" })] }, "validation_failed", "legs.0.event"],
  ["fold 0", system([0]), "bad_system", "folds"],
  ["fold 9 of 8", system([9]), "bad_system", "folds"],
  ["a fold that is repeated", system([2, 2]), "bad_system", "folds"],
  ["no fold", system([]), "bad_system", "folds"],
  ["a fraction of a fold", system([1.5]), "validation_failed", "folds"],
  ["folds of an accumulator", { kind: "accumulator", unit: "1", folds: [2], legs: legs(2) }, "bad_system", "legs"],
  ["bankers equal to all legs", system([1], 3, 3), "bad_system", "folds"],
  ["a banker in a Trixie", { kind: "trixie", unit: "1", legs: legs(3, 1) }, "bad_system", "legs"],
  ["seven legs of a Goliath", { kind: "goliath", unit: "1", legs: legs(7) }, "bad_system", "legs"],
  ["more than 1,000 combinations", system([1, 5], 14), "bad_system", "folds"],
  ["the same leg twice", { kind: "accumulator", unit: "1", legs: [leg(1), leg(1)] }, "related_legs", "legs"],
  [
    "two legs of one event",
    { kind: "accumulator", unit: "1", legs: [leg(1), leg(1, { spec: "total=3.5" })] },
    "related_legs",
    "legs",
  ],
  ["a builder of one leg", builder({}, [leg(1)]), "bad_system", "legs"],
  ["a builder of two events", builder({}, [leg(1), leg(2)]), "related_legs", "legs"],
  ["a builder with a selection twice", builder({}, [leg(1), leg(1)]), "related_legs", "legs"],
  ["a builder of seven legs", builder({}, legs(7)), "bad_system", "legs"],
  ["a builder without a quote", builder({ quote: null }), "validation_failed", "quote"],
  ["a single with a quote", { ...single, quote: "q1" }, "validation_failed", "quote"],
  ["a free bet without an id", { ...single, free_bet: true }, "validation_failed", "free_bet"],
  ["a free bet on a system", { ...system([2]), free_bet: freeBet }, "bad_system", "free_bet"],
  ["a free bet each-way", { ...single, free_bet: freeBet, each_way: true }, "bad_system", "free_bet"],
] as const)("%s is refused", (_name, body, code, field) => {
  const problem = readSlip(body, "USD");
  expect(problem).toMatchObject({ code, field });
});

test("1,000 combinations are allowed and 1,001 are not", () => {
  // 14 over 4 is 1,001; 13 over 4 with 13 over 3 and one more stay below.
  expect(readSlip(system([4], 14), "USD")).toMatchObject({ code: "bad_system" });
  expect(readSlip(system([4, 3], 13), "USD")).toMatchObject({ code: "bad_system" });
  expect(readSlip(system([4], 13), "USD")).toMatchObject({ stake: parseDecimal("715") });
});

test("related legs are named by their positions", () => {
  const slip = { kind: "accumulator", unit: "1", legs: [leg(1), leg(2), leg(1, { spec: "total=3.5" })] };
  expect(readSlip(slip, "USD")).toMatchObject({ legs: [0, 2] });
});

test("the smallest stakes depend on the currency", () => {
  const of = (unit: string) => ({ ...single, unit });
  expect(readSlip(of("49.99"), "KZT")).toMatchObject({ code: "stake_out_of_limits" });
  expect(readSlip(of("50"), "KZT")).toMatchObject({ stake: parseDecimal("50") });
  expect(readSlip({ ...system([2], 5), unit: "0.99" }, "RUB")).toMatchObject({
    code: "stake_out_of_limits",
  });
});
