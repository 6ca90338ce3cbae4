import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { invariant } from "#kit/std/invariant.ts";

/** Rank and suit: `10h`, `Ks`. */
export type Card = string;

export const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] as const;
export const suits = ["s", "h", "d", "c"] as const;

/** The 52 cards of a deck: spades, hearts, diamonds, clubs, each from ace to king. */
export const deck: readonly Card[] = suits.flatMap(suit => ranks.map(rank => `${rank}${suit}`));

/** Every round is dealt from so many fresh decks. */
export const decks = 8;

export const rankOf = (card: Card): string => card.slice(0, -1);
export const suitOf = (card: Card): string => card.slice(-1);
/** 1 for an ace up to 13 for a king. */
export const rankNumber = (card: Card): number => ranks.indexOf(rankOf(card) as (typeof ranks)[number]) + 1;

export interface Shoe {
  deal(): Card;
}

/** Cards are drawn one by one, each from those that are left, counted through in the order of {@link deck}: the next one does not exist before. */
export function openShoe(words: WordStream): Shoe {
  const left = deck.map(() => decks);
  let total = deck.length * decks;
  return {
    deal() {
      let place = Number(drawBelow(words, BigInt(total)));
      for (const [kind, count] of left.entries()) {
        if (place < count) {
          left[kind] = count - 1;
          total -= 1;
          return deck[kind] as Card;
        }
        place -= count;
      }
      invariant(false, "a draw is below the number of cards left");
    },
  };
}
