import type { GameOffice } from "#modules/bets/shared/game-office.ts";
import { rankOf, suitOf } from "../shared/rules.ts";

const symbols = { diamonds: "♦", hearts: "♥", spades: "♠", clubs: "♣" } as const;
const letters: Readonly<Record<number, string>> = { 1: "A", 11: "J", 12: "Q", 13: "K" };

/** "A♦": the same in every language. */
const cardShown = (card: number) => `${letters[rankOf(card)] ?? rankOf(card)}${symbols[suitOf(card)]}`;

export const office: GameOffice = {
  bets: [
    {
      text: "cards",
      value: ({ outcome: { cards } }) => (Array.isArray(cards) ? cards.map(card => cardShown(Number(card))) : null),
    },
    { text: "end", value: ({ outcome }) => outcome.end },
  ],
};
