import { deck, decks } from "../shared/cards.ts";
import { countOdds, type SpotOdds } from "../shared/odds.ts";
import { returnsOf, spots } from "./rules.ts";

/** Exact odds of every bet, over all pairs of cards. */
export function odds(): readonly SpotOdds[] {
  const pairs = deck.flatMap(dragon =>
    deck.map(tiger => ({
      outcome: { dragon, tiger },
      weight: BigInt(decks * (dragon === tiger ? decks - 1 : decks)),
    })),
  );
  return countOdds(spots, pairs, returnsOf);
}
