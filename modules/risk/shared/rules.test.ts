import { expect, test } from "vitest";
import { resultOf, tooMany } from "./rules.ts";

test("precision and recall are of decided cases, and unknown without any", () => {
  const tested = (isFraud: boolean, isMatched: boolean) => ({ isFraud, isMatched });
  const some = [tested(true, true), tested(true, true), tested(true, false), tested(false, true), tested(false, false)];
  expect(resultOf(some)).toEqual({
    fraudMatched: 2,
    fraudMissed: 1,
    honestMatched: 1,
    honestPassed: 1,
    precision: 666,
    recall: 666,
  });
  expect(resultOf([])).toMatchObject({ precision: null, recall: null });
});

test.each([
  [20, 0, false],
  [21, 0, true],
  [21, 1_050, false],
  [22, 1_050, true],
  [2_000, 100_000, false],
  [2_001, 100_000, true],
])("a rule that matches %i of %i active players in an hour pauses: %s", (hits, active, pauses) => {
  expect(tooMany(hits, active)).toBe(pauses);
});
