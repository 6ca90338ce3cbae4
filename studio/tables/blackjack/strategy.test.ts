import { expect, test } from "vitest";
import { dealerCards, hardCard, pairCard, softCard } from "./card.ts";
import { fiveSeatsBlackjack } from "./game.ts";
import { basicStrategy, expectedValue, hardTotals, softTotals } from "./strategy.ts";

const letters = { hit: "h", stand: "s", double: "d", split: "p" } as const;

/** A hand of a total, of two cards. */
const handOf = (total: number, soft: boolean): readonly number[] =>
  soft ? [1, total - 11] : total > 11 ? [10, total - 10] : [2, total - 2];

test("the card is what the code works out, and the stated return is that of playing by it", {
  timeout: 120_000,
}, () => {
  const strategy = basicStrategy();
  const cell = (total: number, soft: boolean, up: number) => {
    const best = strategy.decide(handOf(total, soft), up, true);
    const isStand = best === "double" && strategy.decide(handOf(total, soft), up, false) === "stand";
    return isStand ? "D" : letters[best];
  };
  for (const [soft, totals, card] of [
    [false, hardTotals, hardCard],
    [true, softTotals, softCard],
  ] as const)
    for (const total of totals)
      expect(dealerCards.map(up => cell(total, soft, up)).join(""), `${soft ? "soft" : "hard"} ${total}`).toBe(
        card.get(total),
      );
  for (let value = 1; value <= 10; value++)
    expect(dealerCards.map(up => (strategy.splits(value, up) ? "p" : "-")).join(""), `pair of ${value}`).toBe(
      pairCard.get(value),
    );
  expect((100 * (1 + expectedValue())).toFixed(6)).toBe(fiveSeatsBlackjack.rtp);
});
