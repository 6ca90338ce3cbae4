import { type Card, rankNumber, rankOf, suitOf } from "../shared/cards.ts";

/** What a hand counts. Tens and courts count ten, an ace eleven while that does not bust the hand. */
export interface Total {
  readonly total: number;
  /** An ace counts eleven. */
  readonly soft: boolean;
}

export const pointsOf = (card: Card): number => Math.min(rankNumber(card), 10);

export function totalOf(cards: readonly Card[]): Total {
  const hard = cards.reduce((sum, card) => sum + pointsOf(card), 0);
  const soft = hard <= 11 && cards.some(card => pointsOf(card) === 1);
  return { total: soft ? hard + 10 : hard, soft };
}

/** The first two cards of a hand that was not split. */
export const isBlackjack = (cards: readonly Card[]): boolean => cards.length === 2 && totalOf(cards).total === 21;
export const isBust = (cards: readonly Card[]): boolean => totalOf(cards).total > 21;

const reds = new Set(["h", "d"]);

/** In hundredths of the stake, itself included: the first two cards of a seat. */
export function pairReturns(first: Card, second: Card): bigint {
  if (rankOf(first) !== rankOf(second)) return 0n;
  if (first === second) return 2_600n;
  return reds.has(suitOf(first)) === reds.has(suitOf(second)) ? 1_300n : 700n;
}

/** The first two cards of a seat and the dealer's first, as a hand of three-card poker. */
export function plusThreeReturns(cards: readonly [Card, Card, Card]): bigint {
  const isSuited = new Set(cards.map(suitOf)).size === 1;
  const ranks = cards.map(rankNumber).sort((a, b) => a - b);
  const isTrips = new Set(ranks).size === 1;
  if (isTrips) return isSuited ? 10_100n : 3_100n;
  if (isStraight(ranks)) return isSuited ? 4_100n : 1_100n;
  return isSuited ? 600n : 0n;
}

/** An ace is low or high. */
function isStraight([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  return (b === a + 1 && c === b + 1) || (a === 1 && b === 12 && c === 13);
}
