import { expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { type ScoringTerms, scoreOfRound } from "./scoring.ts";

const terms: ScoringTerms = { scoring: "multiplier", currency: "USD", minStake: parseDecimal("0.1"), points: {} };
/** A bet that pays twice its stake. */
const score = (stake: string, real = stake) =>
  scoreOfRound(
    terms,
    [
      {
        game: "dice",
        currency: "USD",
        stake: parseDecimal(stake),
        real: parseDecimal(real),
        payout: 2n * parseDecimal(stake),
        rate: 250,
      },
    ],
    undefined,
  );

test("a round counts from the least stake on, of real money", () => {
  expect([score("0.099999"), score("0.1"), score("5")]).toEqual([0n, 20_000n, 20_000n]);
  expect([score("5", "0.099999"), score("5", "0.1")]).toEqual([0n, 20_000n]);
});
