import { deck, decks } from "../shared/cards.ts";
import type { SpotOdds } from "../shared/odds.ts";
import { pairReturns, plusThreeReturns } from "./hands.ts";

/** Exact odds of the side bets, over all two and all three cards of the shoe in their order. The main bet is worked out in `strategy.ts`. */
export function odds(): readonly SpotOdds[] {
  return [
    { spot: "pairs-1", ...over(2, ([one = "", two = ""]) => pairReturns(one, two)) },
    { spot: "plus3-1", ...over(3, ([one = "", two = "", up = ""]) => plusThreeReturns([one, two, up])) },
  ];
}

function over(count: number, returns: (cards: readonly string[]) => bigint): Omit<SpotOdds, "spot"> {
  let [wins, returned, of] = [0n, 0n, 0n];
  const left = new Map(deck.map(card => [card, decks]));
  function draw(cards: readonly string[], weight: bigint): void {
    if (cards.length === count) {
      const each = returns(cards);
      of += weight;
      returned += each * weight;
      if (each > 100n) wins += weight;
      return;
    }
    for (const card of deck) {
      const number = left.get(card) ?? 0;
      left.set(card, number - 1);
      draw([...cards, card], weight * BigInt(number));
      left.set(card, number);
    }
  }
  draw([], 1n);
  return { wins, returned, of };
}
