import type { WordStream } from "#kit/fair/stream.ts";
import { type Card, openShoe, rankNumber, rankOf } from "../shared/cards.ts";

/** Punto banco. Cards in the order in which each hand got them. */
export type BaccaratOutcome = {
  readonly player: readonly Card[];
  readonly banker: readonly Card[];
};

export const spots = ["player", "banker", "tie", "player-pair", "banker-pair", "either-pair", "perfect-pair"] as const;
export type BaccaratSpot = (typeof spots)[number];
export type Winner = "player" | "banker" | "tie";

/** Tens and courts count nothing. */
export const pointsOf = (card: Card): number => {
  const rank = rankNumber(card);
  return rank > 9 ? 0 : rank;
};
export const totalOf = (hand: readonly Card[]): number => hand.reduce((sum, card) => sum + pointsOf(card), 0) % 10;

/** Whether the banker draws, by the banker's two cards and the player's third card; undefined where the player stands. */
export function bankerDraws(banker: number, third: number | undefined): boolean {
  if (third === undefined) return banker <= 5;
  switch (banker) {
    case 3:
      return third !== 8;
    case 4:
      return third >= 2 && third <= 7;
    case 5:
      return third >= 4 && third <= 7;
    case 6:
      return third === 6 || third === 7;
    default:
      return banker <= 2;
  }
}

/** Player, banker, player, banker; then the third cards. */
export function dealHands(words: WordStream): BaccaratOutcome {
  const shoe = openShoe(words);
  const [first, second, third, fourth] = [shoe.deal(), shoe.deal(), shoe.deal(), shoe.deal()];
  const player = [first, third];
  const banker = [second, fourth];
  const isNatural = totalOf(player) >= 8 || totalOf(banker) >= 8;
  if (isNatural) return { player, banker };
  const playerThird = totalOf(player) <= 5 ? shoe.deal() : undefined;
  const draws = bankerDraws(totalOf(banker), playerThird === undefined ? undefined : pointsOf(playerThird));
  const bankerThird = draws ? shoe.deal() : undefined;
  return {
    player: playerThird === undefined ? player : [...player, playerThird],
    banker: bankerThird === undefined ? banker : [...banker, bankerThird],
  };
}

export function winnerOf({ player, banker }: BaccaratOutcome): Winner {
  const [own, other] = [totalOf(player), totalOf(banker)];
  if (own === other) return "tie";
  return own > other ? "player" : "banker";
}

/** Of the first two cards. */
export const isPair = ([first = "", second = ""]: readonly Card[]): boolean => rankOf(first) === rankOf(second);
export const isPerfectPair = ([first, second]: readonly Card[]): boolean => first === second;

/** What decides every bet. */
export interface Facts {
  readonly winner: Winner;
  readonly pairs: { readonly player: boolean; readonly banker: boolean };
  /** Hands whose first two cards are of one rank and suit. */
  readonly perfect: number;
}

export function factsOf(outcome: BaccaratOutcome): Facts {
  const { player, banker } = outcome;
  return {
    winner: winnerOf(outcome),
    pairs: { player: isPair(player), banker: isPair(banker) },
    perfect: [player, banker].filter(isPerfectPair).length,
  };
}

/** In hundredths of the stake, itself included. A tie returns stakes on player and banker; a banker's win pays 5 % commission. */
export function returnsOf({ winner, pairs, perfect }: Facts, spot: string): bigint {
  switch (spot as BaccaratSpot) {
    case "player":
      return winner === "player" ? 200n : winner === "tie" ? 100n : 0n;
    case "banker":
      return winner === "banker" ? 195n : winner === "tie" ? 100n : 0n;
    case "tie":
      return winner === "tie" ? 900n : 0n;
    case "player-pair":
      return pairs.player ? 1_200n : 0n;
    case "banker-pair":
      return pairs.banker ? 1_200n : 0n;
    case "either-pair":
      return pairs.player || pairs.banker ? 600n : 0n;
    case "perfect-pair":
      return perfect === 2 ? 20_100n : perfect === 1 ? 2_600n : 0n;
  }
}
