import type { WordStream } from "#kit/fair/stream.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type Card, openShoe } from "../shared/cards.ts";
import type { Move, Next, Play } from "../shared/turns.ts";
import { isBlackjack, isBust, pointsOf, totalOf } from "./hands.ts";

/** A hand of a seat: the second one exists once the first was split. */
export type Hand = {
  readonly cards: readonly Card[];
  readonly doubled: boolean;
};

export type SeatHands = {
  readonly seat: number;
  readonly hands: readonly Hand[];
  readonly insured: boolean;
};

export type BlackjackOutcome = {
  readonly dealer: readonly Card[];
  readonly seats: readonly SeatHands[];
  readonly moves: readonly Move[];
};

export const actions = ["hit", "stand", "double", "split", "insure", "decline"] as const;
export type Action = (typeof actions)[number];

interface OpenHand {
  cards: Card[];
  doubled: boolean;
  done: boolean;
}
interface OpenSeat {
  readonly seat: number;
  readonly hands: OpenHand[];
  insured: boolean | undefined;
}

/** A round at its table: the cards that the words of the round give for the seats in play and the moves made so far. */
export interface Round extends Play<BlackjackOutcome> {
  make(move: Move): void;
}

/**
 * Deals a card to every seat in turn, one to the dealer, a second to every seat and one face down to the dealer. Later cards are drawn when a move or the
 * dealer takes them.
 */
export function openRound(words: WordStream, inPlay: readonly number[]): Round {
  const shoe = openShoe(words);
  const seats = inPlay.map((seat): OpenSeat => ({ seat, hands: [], insured: undefined }));
  const dealer: Card[] = [];
  const moves: Move[] = [];
  if (seats.length > 0) dealFirst();
  let next = findNext();

  function dealFirst(): void {
    const first = seats.map(() => shoe.deal());
    dealer.push(shoe.deal());
    for (const [place, seat] of seats.entries()) {
      const cards = [first[place] as Card, shoe.deal()];
      seat.hands.push({ cards, doubled: false, done: isBlackjack(cards) });
    }
    dealer.push(shoe.deal());
  }

  function isAce(): boolean {
    return pointsOf(dealer[0] ?? "") === 1;
  }
  /** The dealer looks at the second card under an ace, after insurance, and under a ten. */
  function hasDealerWon(): boolean {
    return isBlackjack(dealer) && (!isAce() || seats.every(({ insured }) => insured !== undefined));
  }

  function findNext(): Next {
    const waiting = isAce() ? seats.filter(({ insured }) => insured === undefined).map(({ seat }) => seat) : [];
    if (waiting.length > 0) return { kind: "all", seats: waiting };
    if (seats.length === 0 || hasDealerWon()) return { kind: "over" };
    for (const { seat, hands } of seats) {
      const hand = hands.findIndex(({ done }) => !done);
      if (hand >= 0) return { kind: "turn", seat, hand };
    }
    return { kind: "over" };
  }

  function allowed({ seat, hand, action }: Move): boolean {
    const at = seats.find(each => each.seat === seat);
    if (!at) return false;
    if (action === "insure" || action === "decline")
      return next.kind === "all" && next.seats.includes(seat) && hand === 0;
    if (next.kind !== "turn" || next.seat !== seat || next.hand !== hand) return false;
    const cards = at.hands[hand]?.cards ?? [];
    if (action === "double") return cards.length === 2;
    if (action === "split") return at.hands.length === 1 && isPair(cards);
    return action === "hit" || action === "stand";
  }

  function make(move: Move): void {
    invariant(allowed(move), `${move.action} is allowed here`);
    const at = seats.find(each => each.seat === move.seat) as OpenSeat;
    const hand = at.hands[move.hand] as OpenHand;
    switch (move.action as Action) {
      case "insure":
      case "decline":
        at.insured = move.action === "insure";
        break;
      case "stand":
        hand.done = true;
        break;
      case "hit":
        take(hand);
        break;
      case "double":
        hand.doubled = true;
        take(hand);
        hand.done = true;
        break;
      case "split":
        split(at, hand);
        break;
    }
    moves.push({ seat: move.seat, hand: move.hand, action: move.action });
    next = findNext();
  }

  function take(hand: OpenHand): void {
    hand.cards.push(shoe.deal());
    // There is nothing to decide at 21, nor above it.
    if (totalOf(hand.cards).total >= 21) hand.done = true;
  }

  /** Each hand gets its second card at once; aces get no other. */
  function split(at: OpenSeat, first: OpenHand): void {
    const isAces = pointsOf(first.cards[0] ?? "") === 1;
    const second: OpenHand = { cards: first.cards.splice(1), doubled: false, done: false };
    at.hands.push(second);
    for (const hand of at.hands) {
      take(hand);
      if (isAces) hand.done = true;
    }
  }

  /** The dealer draws to 17 and stands on every 17, unless no hand is left to beat. */
  function finish(): BlackjackOutcome {
    invariant(next.kind === "over", "a round ends after its last turn");
    const isOpen = seats.some(({ hands }) =>
      hands.some(({ cards }) => !isBust(cards) && !(hands.length === 1 && isBlackjack(cards))),
    );
    if (isOpen && !isBlackjack(dealer)) while (totalOf(dealer).total < 17) dealer.push(shoe.deal());
    return { dealer, seats: shown(), moves };
  }

  const shown = (): SeatHands[] =>
    seats.map(({ seat, hands, insured }) => ({
      seat,
      hands: hands.map(({ cards, doubled }) => ({ cards: [...cards], doubled })),
      insured: insured === true,
    }));

  return {
    get next() {
      return next;
    },
    allowed,
    make,
    finish,
    /** The dealer's second card stays face down: it is not in here. */
    view: () => ({ dealer: dealer.slice(0, 1), seats: shown(), moves: [...moves] }),
  };
}

/** Two cards of one value: a king and a ten, too. */
export const isPair = ([first, second, third]: readonly Card[]): boolean =>
  first !== undefined && second !== undefined && third === undefined && pointsOf(first) === pointsOf(second);
