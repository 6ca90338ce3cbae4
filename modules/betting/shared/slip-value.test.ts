import { describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import {
  bonusRateOf,
  builderLeg,
  returnedBySlip,
  returnedByStored,
  type ValuedLeg,
  type ValuedSlip,
} from "./slip-value.ts";
import { type SlipKind, shapeOf } from "./systems.ts";

const leg = (price: number, win: number | null, refund = 0): ValuedLeg => ({
  price,
  chances: win === null ? null : { win, half_win: 0, refund, half_lose: 0 },
});
const home = leg(2_030, 0.475865);

function slip(
  kind: SlipKind,
  legs: readonly ValuedLeg[],
  folds?: readonly number[],
  bankers?: readonly boolean[],
): ValuedSlip {
  const shape = required(shapeOf({ kind, folds, bankers: bankers ?? legs.map(() => false) }), "a system");
  return { shape, isAccumulator: kind === "accumulator", legs };
}

/** Edge in millionths, rounded. */
function edge(of: ValuedSlip): number {
  const { numerator, denominator } = required(returnedBySlip(of), "chances");
  return Math.round(1_000_000 * (1 - Number(numerator) / Number(denominator)));
}

describe("what a slip loses on average", () => {
  test.each<[string, ValuedSlip, number]>([
    ["a single, by the margin of its market", slip("single", [home]), 33_994],
    ["a refund is none of it", slip("single", [leg(3_064, 0.253937, 0.221928)]), 9],
    ["a double, of both margins", slip("accumulator", [home, home]), 66_833],
    ["three legs, less their boost", slip("accumulator", [home, home, home]), 53_482],
    ["a Trixie: three doubles and one treble without a boost", slip("trixie", [home, home, home]), 74_763],
    ["a builder, by the chance of all selections", slip("builder", [builderLeg(3_550, 228_688)]), 188_158],
  ])("%s", (_, of, millionths) => {
    expect(edge(of)).toBe(millionths);
  });

  test("it is unknown when a leg had no chances", () => {
    expect(returnedBySlip(slip("accumulator", [home, leg(2_000, null)]))).toBeUndefined();
  });

  test("of a stored slip it is the same, a builder at the chance of its quote", () => {
    const terms = { kind: "single", folds: null, unit: "1", policy: "any", bankers: [false] };
    expect(returnedByStored({ terms, legs: [home] } as never)).toEqual(returnedBySlip(slip("single", [home])));
    const builder = { ...terms, kind: "builder", bankers: [false, false], builder: [0, 1_500, 2_000, 3_550] };
    expect(returnedByStored({ terms: builder, legs: [home, home] } as never)).toBeUndefined();
    expect(returnedByStored({ terms: { ...builder, chance: 228_688 }, legs: [home, home] } as never)).toEqual(
      returnedBySlip(slip("builder", [builderLeg(3_550, 228_688)])),
    );
  });
});

describe("what a slip counts for a bonus", () => {
  test.each<[string, ValuedSlip, number]>([
    ["a single by its edge", slip("single", [home]), 850],
    ["a double by both", slip("accumulator", [home, home]), 1_671],
    ["odds below 1.50 nothing", slip("single", [leg(1_499, 0.6)]), 0],
    ["odds of 1.50", slip("single", [leg(1_500, 0.64)]), 1_000],
    ["legs below 1.50 in an accumulator above it", slip("accumulator", [leg(1_250, 0.768), leg(1_200, 0.8)]), 1_960],
    ["a system with one combination below 1.50 nothing", slip("trixie", [leg(1_200, 0.8), leg(1_240, 0.77), home]), 0],
    [
      "a system whose banker lifts every combination",
      slip("system", [home, leg(1_200, 0.8), leg(1_240, 0.77)], [1], [true, false, false]),
      1_879,
    ],
    ["a slip without chances nothing", slip("single", [leg(2_000, null)]), 0],
    ["a price above the fair one nothing", slip("single", [leg(2_100, 0.5)]), 0],
  ])("%s", (_, of, rate) => {
    expect(bonusRateOf(of)).toBe(rate);
  });
});
