import { deck, decks } from "../shared/cards.ts";
import { countOdds, type SpotOdds, type Weighted } from "../shared/odds.ts";
import { bankerDraws, type Facts, returnsOf, type Winner } from "./rules.ts";

/** Exact odds of every bet, over all orders of the cards that decide it. */
export function odds(): readonly SpotOdds[] {
  const none = { pairs: { player: false, banker: false }, perfect: 0 };
  const byWinner = [...winners()].map(([winner, weight]) => ({ weight, outcome: { winner, ...none } }));
  return [
    ...countOdds(["player", "banker", "tie"], byWinner, returnsOf),
    ...countOdds(["player-pair", "banker-pair", "either-pair"], pairs(), returnsOf),
    ...countOdds(["perfect-pair"], perfectPairs(), returnsOf),
  ];
}

/** Cards that count 0 to 9 in the shoe. */
const shoe = Array.from({ length: 10 }, (_, points) => (points === 0 ? 16 : 4) * decks);
const all = deck.length * decks;

/** Weights of the winners: orders of six cards, of which a round uses four to six. */
function winners(): ReadonlyMap<Winner, bigint> {
  const weights = new Map<Winner, bigint>();
  const left = [...shoe];
  /** The weight of drawing cards of these points, one after the other; then `then` with them gone. */
  function draw(
    count: number,
    points: readonly number[],
    weight: bigint,
    then: (points: readonly number[], weight: bigint) => void,
  ): void {
    if (count === 0) {
      then(points, weight);
      return;
    }
    for (const [each, number] of left.entries()) {
      if (number === 0) continue;
      left[each] = number - 1;
      draw(count - 1, [...points, each], weight * BigInt(number), then);
      left[each] = number;
    }
  }
  const end = (player: number, banker: number, weight: bigint, used: number) => {
    const winner = player === banker ? "tie" : player > banker ? "player" : "banker";
    weights.set(winner, (weights.get(winner) ?? 0n) + weight * orders(all - used, 6 - used));
  };
  draw(4, [], 1n, ([a = 0, b = 0, c = 0, d = 0], weight) => {
    const [player, banker] = [(a + c) % 10, (b + d) % 10];
    if (player >= 8 || banker >= 8) return end(player, banker, weight, 4);
    if (player > 5) {
      if (!bankerDraws(banker, undefined)) return end(player, banker, weight, 4);
      return draw(1, [], weight, ([third = 0], by) => end(player, (banker + third) % 10, by, 5));
    }
    draw(1, [], weight, ([third = 0], by) => {
      const own = (player + third) % 10;
      if (!bankerDraws(banker, third)) return end(own, banker, by, 5);
      draw(1, [], by, ([last = 0], weighted) => end(own, (banker + last) % 10, weighted, 6));
    });
  });
  return weights;
}

/** Ways to take `count` of so many cards, in order. */
function orders(cards: number, count: number): bigint {
  let ways = 1n;
  for (let i = 0; i < count; i++) ways *= BigInt(cards - i);
  return ways;
}

/**
 * The first four cards by kinds of which the shoe has `each`: a pair of the player's, of the banker's, of both (of one kind or of two) or none.
 */
function pairWeights(kinds: number, each: number) {
  const [of, n] = [BigInt(kinds), BigInt(each)];
  const total = orders(all, 4);
  const one = of * n * (n - 1n) * orders(all - 2, 2);
  const same = of * orders(each, 4);
  const both = same + of * (of - 1n) * n * (n - 1n) * n * (n - 1n);
  return { both, one: one - both, none: total - 2n * one + both };
}

function pairs(): readonly Weighted<Facts>[] {
  const { both, one, none } = pairWeights(13, 4 * decks);
  const facts = (player: boolean, banker: boolean): Facts => ({ winner: "tie", pairs: { player, banker }, perfect: 0 });
  return [
    { weight: both, outcome: facts(true, true) },
    { weight: one, outcome: facts(true, false) },
    { weight: one, outcome: facts(false, true) },
    { weight: none, outcome: facts(false, false) },
  ];
}

function perfectPairs(): readonly Weighted<Facts>[] {
  const { both, one, none } = pairWeights(52, decks);
  const facts = (perfect: number): Facts => ({ winner: "tie", pairs: { player: false, banker: false }, perfect });
  return [
    { weight: both, outcome: facts(2) },
    { weight: 2n * one, outcome: facts(1) },
    { weight: none, outcome: facts(0) },
  ];
}
