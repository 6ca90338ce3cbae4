import { expect, test } from "vitest";
import fc from "#kit/testing/fast-check.ts";
import { faultOf, firstTerms, isLoosening, type RewardTerms, shareOfLoss } from "./terms.ts";

const changed = (change: Partial<RewardTerms>): RewardTerms => ({ ...firstTerms, ...change });
const withLevel = (index: number, change: object) =>
  changed({ levels: firstTerms.levels.map((each, at) => (at === index ? { ...each, ...change } : each)) });

test("the first terms give at most 48 % of the theoretical loss back", () => {
  expect(faultOf(firstTerms)).toBeUndefined();
  expect(firstTerms.levels.map((_, index) => shareOfLoss(firstTerms, index))).toEqual([150, 370, 400, 440, 480]);
});

test("terms whose rewards together reach half of the theoretical loss are refused", () => {
  expect(faultOf(withLevel(4, { rakeback: 199 }))).toBeUndefined();
  expect(faultOf(withLevel(4, { rakeback: 200 }))).toBe("rewards_too_high");
  expect(faultOf(changed({ cashbackShare: 220 }))).toBe("rewards_too_high");
  expect(faultOf(changed({ levelUpShare: 120 }))).toBe("rewards_too_high");
  expect(faultOf(withLevel(0, { rakeback: 60, cashback: 0 }))).toBeUndefined();
});

test.each([
  null,
  {},
  "1e3",
  { ...firstTerms, levels: firstTerms.levels.slice(1) },
  withLevel(0, { rakeback: Number.NaN }),
  withLevel(0, { rakeback: -1 }),
  withLevel(0, { rakeback: 5.5 }),
  withLevel(4, { levelUp: 1e12 }),
  withLevel(4, { payoutFactor: 0 }),
])("terms that are none are refused: %j", terms => expect(faultOf(terms)).toBe("terms_invalid"));

test("a level never gives less than the one before it", () => {
  expect(faultOf(withLevel(2, { rakeback: 60 }))).toBe("rewards_fall");
  expect(faultOf(withLevel(1, { payoutFactor: 4 }))).toBe("rewards_fall");
});

test("anything more is a loosening, anything less is none", () => {
  expect(isLoosening(firstTerms, firstTerms)).toBe(false);
  expect(isLoosening(firstTerms, withLevel(3, { levelUp: 100_001 }))).toBe(true);
  expect(isLoosening(firstTerms, withLevel(0, { rakeback: 40 }))).toBe(false);
  expect(isLoosening(firstTerms, changed({ cashbackShare: 201 }))).toBe(true);
});

test("whatever is accepted keeps every level below half", () => {
  const rate = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(rate, rate), { minLength: 5, maxLength: 5 }),
      rate,
      rate,
      (rates, cashbackShare, levelUpShare) => {
        const levels = rates.map(([rakeback, cashback], at) => ({ rakeback, cashback, levelUp: at, payoutFactor: 1 }));
        const terms = { levels, cashbackShare, levelUpShare };
        if (faultOf(terms) === undefined)
          for (const [at] of levels.entries()) expect(shareOfLoss(terms, at)).toBeLessThan(500);
      },
    ),
  );
});
