import type { WordStream } from "#kit/fair/stream.ts";
import { type Card, openShoe, rankNumber } from "../shared/cards.ts";

/** The higher card wins; the ace is the lowest. */
export type DragonTigerOutcome = { readonly dragon: Card; readonly tiger: Card };

export const spots = ["dragon", "tiger", "tie", "suited-tie"] as const;
export type DragonTigerSpot = (typeof spots)[number];
export type Winner = "dragon" | "tiger" | "tie";

export function dealCards(words: WordStream): DragonTigerOutcome {
  const shoe = openShoe(words);
  return { dragon: shoe.deal(), tiger: shoe.deal() };
}

export function winnerOf({ dragon, tiger }: DragonTigerOutcome): Winner {
  const [own, other] = [rankNumber(dragon), rankNumber(tiger)];
  if (own === other) return "tie";
  return own > other ? "dragon" : "tiger";
}

/** In hundredths of the stake, itself included. A tie returns half of a stake on dragon or tiger. */
export function returnsOf(outcome: DragonTigerOutcome, spot: string): bigint {
  const winner = winnerOf(outcome);
  switch (spot as DragonTigerSpot) {
    case "dragon":
    case "tiger":
      return winner === spot ? 200n : winner === "tie" ? 50n : 0n;
    case "tie":
      return winner === "tie" ? 1_200n : 0n;
    case "suited-tie":
      return outcome.dragon === outcome.tiger ? 5_100n : 0n;
  }
}
