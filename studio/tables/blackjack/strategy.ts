import { decks } from "../shared/cards.ts";

/**
 * Basic strategy and its exact return, by recursion over all orders of the cards. Cards are values: 1 an ace, up to 10 for tens and courts.
 * Figures are sums in double precision over weights that are whole numbers: the error is below 1e-12.
 */

const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export type Decision = "hit" | "stand" | "double" | "split";

/** Number of cards left of each value; place 0 is unused. */
type Left = readonly number[];

const full: Left = [0, ...Array.from({ length: 9 }, () => 4 * decks), 16 * decks];
const without = (left: Left, ...cards: readonly number[]): Left => {
  const rest = [...left];
  for (const card of cards) rest[card] = (rest[card] ?? 0) - 1;
  return rest;
};
const count = (left: Left) => left.reduce((sum, each) => sum + each, 0);
const chance = (left: Left, card: number, of: number) => (left[card] ?? 0) / of;

interface Counted {
  readonly hard: number;
  readonly aces: boolean;
}
const totalOf = ({ hard, aces }: Counted) => (aces && hard <= 11 ? hard + 10 : hard);
const isSoft = ({ hard, aces }: Counted) => aces && hard <= 11;
const plus = ({ hard, aces }: Counted, card: number): Counted => ({ hard: hard + card, aces: aces || card === 1 });
const none: Counted = { hard: 0, aces: false };

/** Chances of the dealer's totals 17 to 21, then of a bust, where the dealer has no blackjack. */
type DealerEnds = readonly number[];

/** @param left without the dealer's first card and the cards of the player */
function dealerEnds(up: number, left: Left): DealerEnds {
  const ends = [0, 0, 0, 0, 0, 0];
  const rest = [...left];
  const never = up === 1 ? 10 : up === 10 ? 1 : 0;
  function draw(hand: Counted, weight: number, cards: number, isSecond: boolean): void {
    const total = totalOf(hand);
    if (total >= 17) {
      const place = total > 21 ? 5 : total - 17;
      ends[place] = (ends[place] ?? 0) + weight;
      return;
    }
    const of = isSecond && never > 0 ? cards - (rest[never] ?? 0) : cards;
    for (const card of values) {
      const number = rest[card] ?? 0;
      if (number === 0 || (isSecond && card === never)) continue;
      rest[card] = number - 1;
      draw(plus(hand, card), (weight * number) / of, cards - 1, false);
      rest[card] = number;
    }
  }
  draw(plus(none, up), 1, count(rest), true);
  return ends;
}

/** The value of standing for one stake, its loss included: -1 to 1. */
function standValue(total: number, ends: DealerEnds): number {
  if (total > 21) return -1;
  return ends.reduce((sum, weight, place) => sum + weight * (place === 5 ? 1 : Math.sign(total - place - 17)), 0);
}

/**
 * The next card of the player, where the dealer's second card is known not to make a blackjack: it is one of those that are left, and not of that value.
 */
function nextChance(left: Left, card: number, up: number): number {
  const of = count(left);
  const never = up === 1 ? 10 : up === 10 ? 1 : 0;
  if (never === 0) return chance(left, card, of);
  const others = of - (left[never] ?? 0);
  if (card === never) return (left[card] ?? 0) / (of - 1);
  // The face-down card is one of `others`; with it gone the player draws from the rest.
  return ((left[card] ?? 0) * (others - 1)) / (others * (of - 1));
}

const columns = new Map<string, ReturnType<typeof makeTable>>();

/** Values of a player's hands against one first card of the dealer, with the cards of a split's other hand gone. */
function tableAgainst(up: number, gone: readonly number[]) {
  const name = `${up} ${gone.join(",")}`;
  const table = columns.get(name) ?? makeTable(up, gone);
  columns.set(name, table);
  return table;
}

function makeTable(up: number, gone: readonly number[]) {
  const start = without(full, up, ...gone);
  const stands = new Map<string, number>();
  const hits = new Map<string, number>();

  const leftOf = (cards: readonly number[]) => without(start, ...cards);
  const key = (cards: readonly number[]) => [...cards].sort((a, b) => a - b).join(",");
  const handOf = (cards: readonly number[]) => cards.reduce(plus, none);

  function stand(cards: readonly number[]): number {
    const name = key(cards);
    let value = stands.get(name);
    if (value === undefined) {
      const total = totalOf(handOf(cards));
      value = total > 21 ? -1 : standValue(total, dealerEnds(up, leftOf(cards)));
      stands.set(name, value);
    }
    return value;
  }

  /** Sums over the next card. */
  function drawn(cards: readonly number[], value: (next: readonly number[]) => number): number {
    const left = leftOf(cards);
    let sum = 0;
    for (const card of values) {
      const weight = nextChance(left, card, up);
      if (weight > 0) sum += weight * value([...cards, card]);
    }
    return sum;
  }

  /** With the best of hit and stand from here on. */
  function best(cards: readonly number[]): number {
    const total = totalOf(handOf(cards));
    if (total > 21) return -1;
    if (total === 21) return stand(cards);
    return Math.max(stand(cards), hit(cards));
  }

  function hit(cards: readonly number[]): number {
    const name = key(cards);
    let value = hits.get(name);
    if (value === undefined) {
      value = drawn(cards, best);
      hits.set(name, value);
    }
    return value;
  }

  const doubled = (cards: readonly number[]) => 2 * drawn(cards, stand);
  return { stand, hit, doubled, drawn, best };
}

/** A first card of the dealer, 1 an ace. */
export const firstCards = values;
export const hardTotals = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] as const;
export const softTotals = [13, 14, 15, 16, 17, 18, 19, 20] as const;

export interface Strategy {
  /** The best move of a hand that cannot be split, with or without doubling. */
  decide(cards: readonly number[], up: number, canDouble: boolean): "hit" | "stand" | "double";
  splits(value: number, up: number): boolean;
}

type Column = ReturnType<typeof makeTable>;

/** Two cards of a kind of hand: soft hands have an ace, hard ones do not. */
function pairsOf(total: number, soft: boolean): readonly (readonly [number, number])[] {
  if (soft) return [[1, total - 11]];
  return values.filter(a => a > 1).flatMap(a => (total - a >= a && total - a <= 10 ? [[a, total - a] as const] : []));
}

/** How often two cards come, with the dealer's first card gone. */
function weightOf([a, b]: readonly [number, number], up: number): number {
  const left = without(full, up);
  const [one = 0, two = 0] = [left[a], left[b]];
  return a === b ? (one * (one - 1)) / 2 : one * two;
}

function makeStrategy(): Strategy {
  const cells = new Map<string, "hit" | "stand" | "double">();
  const splits = new Set<string>();
  const plain = new Map<string, "hit" | "stand">();
  for (const up of values) {
    const column = tableAgainst(up, []);
    for (const [soft, totals] of [
      [false, hardTotals],
      [true, softTotals],
    ] as const) {
      for (const total of totals) {
        const [stand, hit, doubled] = sums(column, up, pairsOf(total, soft));
        const name = `${soft} ${total} ${up}`;
        plain.set(name, hit > stand ? "hit" : "stand");
        cells.set(name, doubled > Math.max(hit, stand) ? "double" : hit > stand ? "hit" : "stand");
      }
    }
  }
  const strategy: Strategy = {
    decide(cards, up, canDouble) {
      const hand = cards.reduce(plus, none);
      const total = totalOf(hand);
      if (total >= 21) return "stand";
      const soft = isSoft(hand);
      if (soft ? total < 13 : total < 5) return "hit";
      return (canDouble ? cells : plain).get(`${soft} ${total} ${up}`) ?? "stand";
    },
    splits: (value, up) => splits.has(`${value} ${up}`),
  };
  for (const up of values) {
    for (const value of values) {
      const asOne = playedValue(strategy, tableAgainst(up, []), [value, value], up, true);
      if (splitValue(strategy, value, up) > asOne) splits.add(`${value} ${up}`);
    }
  }
  return strategy;
}

function sums(
  column: Column,
  up: number,
  hands: readonly (readonly [number, number])[],
): readonly [number, number, number] {
  let [stand, hit, doubled] = [0, 0, 0];
  for (const cards of hands) {
    const weight = weightOf(cards, up);
    stand += weight * column.stand(cards);
    hit += weight * column.hit(cards);
    doubled += weight * column.doubled(cards);
  }
  return [stand, hit, doubled];
}

/** What a hand is worth under the strategy, in first stakes. */
function playedValue(
  strategy: Strategy,
  column: Column,
  cards: readonly number[],
  up: number,
  canDouble: boolean,
): number {
  const known = new Map<string, number>();
  const follow = (hand: readonly number[], mayDouble: boolean): number => {
    if (totalOf(hand.reduce(plus, none)) > 21) return -1;
    switch (strategy.decide(hand, up, mayDouble)) {
      case "double":
        return column.doubled(hand);
      case "stand":
        return column.stand(hand);
      case "hit": {
        const name = [...hand].sort((a, b) => a - b).join(",");
        const found = known.get(name);
        if (found !== undefined) return found;
        const value = column.drawn(hand, next => follow(next, false));
        known.set(name, value);
        return value;
      }
    }
  };
  return follow(cards, canDouble);
}

/** Both hands of a split are worth the same: what each of them draws does not depend on the order of play. */
function splitValue(strategy: Strategy, value: number, up: number): number {
  const column = tableAgainst(up, [value]);
  if (value === 1) return 2 * column.drawn([1], column.stand);
  return 2 * column.drawn([value], cards => playedValue(strategy, column, cards, up, true));
}

let made: Strategy | undefined;
/** Worked out once: it takes some seconds. */
export function basicStrategy(): Strategy {
  made ??= makeStrategy();
  return made;
}

/** What one stake returns on average under basic strategy, without itself: below zero. */
export function expectedValue(): number {
  const strategy = basicStrategy();
  let sum = 0;
  for (const up of values) {
    const upChance = chance(full, up, count(full));
    const column = tableAgainst(up, []);
    for (const a of values) {
      for (const b of values.filter(each => each >= a)) {
        const left = without(full, up);
        const of = count(left);
        const weight = (weightOf([a, b], up) * 2) / (of * (of - 1));
        sum += upChance * weight * handValue(strategy, column, [a, b], up, without(left, a, b));
      }
    }
  }
  return sum;
}

/** With the chance that the dealer has a blackjack. */
function handValue(
  strategy: Strategy,
  column: Column,
  [a, b]: readonly [number, number],
  up: number,
  left: Left,
): number {
  const never = up === 1 ? 10 : up === 10 ? 1 : 0;
  const loses = never === 0 ? 0 : chance(left, never, count(left));
  const isNatural = a === 1 && b === 10;
  if (isNatural) return (1 - loses) * 1.5;
  const plays =
    a === b && strategy.splits(a, up) ? splitValue(strategy, a, up) : playedValue(strategy, column, [a, b], up, true);
  return (1 - loses) * plays - loses;
}
