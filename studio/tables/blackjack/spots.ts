import { invariant } from "#kit/std/invariant.ts";
import type { Placed } from "../shared/placed.ts";
import type { Move, Next } from "../shared/turns.ts";
import { isBlackjack, isBust, pairReturns, plusThreeReturns, totalOf } from "./hands.ts";
import type { BlackjackOutcome, Hand, SeatHands } from "./rules.ts";

/** `seat-3`, `behind-3`, `double-3`, `behind-double-3-2`: a kind, its seat, and of a double the second hand. */
export const seatNumbers = [1, 2, 3, 4, 5] as const;

const first = ["seat", "pairs", "plus3", "behind"] as const;
const further = ["split", "double", "insurance", "behind-split", "behind-double"] as const;
type Kind = (typeof first)[number] | (typeof further)[number];

interface Spot {
  readonly kind: Kind;
  readonly seat: number;
  readonly hand: number;
}

const pattern = /^([a-z]+3?|behind-(?:split|double))-([1-5])(-2)?$/;

function readSpot(spot: string): Spot | undefined {
  const [, kind, seat, second] = pattern.exec(spot) ?? [];
  const isKnown = [...first, ...further].includes(kind as Kind);
  const hasSecond = kind === "double" || kind === "behind-double";
  if (!isKnown || (second !== undefined && !hasSecond)) return undefined;
  const isSplit = kind === "split" || kind === "behind-split";
  return { kind: kind as Kind, seat: Number(seat), hand: second === undefined && !isSplit ? 0 : 1 };
}

function partsOf(spot: string): Spot {
  const read = readSpot(spot);
  invariant(read, `${spot} is a spot`);
  return read;
}

/** Placed before the deal. */
export const hasSpot = (spot: string): boolean => first.includes(readSpot(spot)?.kind as (typeof first)[number]);
/** Taken with a move. */
export const isFurther = (spot: string): boolean => further.includes(readSpot(spot)?.kind as (typeof further)[number]);
export const isMain = (spot: string): boolean => partsOf(spot).kind === "seat";
export const seatOf = (spot: string): number => partsOf(spot).seat;
const isBehind = (kind: Kind) => kind.startsWith("behind");
export const ownerOf = (spot: string): number | undefined => {
  const { kind, seat } = partsOf(spot);
  return isBehind(kind) ? undefined : seat;
};

/** Every spot that is placed before the deal. */
export const spots: readonly string[] = first.flatMap(kind => seatNumbers.map(seat => `${kind}-${seat}`));

/** What a stake returns, itself included, in hundredths of it. */
export function returnsOf({ dealer, seats }: BlackjackOutcome, spot: string): bigint {
  const { kind, seat, hand } = partsOf(spot);
  const at = seats.find(each => each.seat === seat);
  if (!at) return 0n;
  const [one = "", two = ""] = firstCards(at);
  switch (kind) {
    case "pairs":
      return pairReturns(one, two);
    case "plus3":
      return plusThreeReturns([one, two, dealer[0] ?? ""]);
    case "insurance":
      return isBlackjack(dealer) ? 300n : 0n;
    default:
      return handReturns(at, hand, dealer);
  }
}

/** As they were dealt: a split puts the second one first in its own hand. */
function firstCards({ hands }: SeatHands): readonly string[] {
  const [one, two] = hands;
  return two ? [one?.cards[0] ?? "", two.cards[0] ?? ""] : (one?.cards.slice(0, 2) ?? []);
}

function handReturns({ hands }: SeatHands, place: number, dealer: readonly string[]): bigint {
  const { cards } = hands[place] as Hand;
  if (!hands[place] || isBust(cards)) return 0n;
  const isNatural = hands.length === 1 && isBlackjack(cards);
  if (isBlackjack(dealer)) return isNatural ? 100n : 0n;
  if (isNatural) return 250n;
  const [own, other] = [totalOf(cards).total, totalOf(dealer).total];
  if (other > 21 || own > other) return 200n;
  return own === other ? 100n : 0n;
}

const amountOn = (layout: readonly Placed[], spot: string): bigint =>
  layout.reduce((sum, placed) => (placed.spot === spot ? sum + placed.amount : sum), 0n);

/** A double and a split take the first stake once more, insurance half of it. Bets behind follow doubles and splits; they are not insured. */
export function stakeOf({ seat, hand, action }: Move, layout: readonly Placed[], isOwner: boolean): Placed | undefined {
  const before = isOwner ? "" : "behind-";
  const stake = amountOn(layout, isOwner ? `seat-${seat}` : `behind-${seat}`);
  const isInHand = hand === 0 || isOwner || amountOn(layout, `behind-split-${seat}`) > 0n;
  if (stake === 0n || !isInHand) return undefined;
  if (action === "split") return { spot: `${before}split-${seat}`, amount: stake };
  if (action === "double") return { spot: `${before}double-${seat}${hand === 1 ? "-2" : ""}`, amount: stake };
  if (action === "insure" && isOwner) return { spot: `insurance-${seat}`, amount: stake / 2n };
  return undefined;
}

/** Who does not decide in time is not insured, and stands. */
export function timedOut(next: Next): readonly Move[] {
  if (next.kind === "all") return next.seats.map(seat => ({ seat, hand: 0, action: "decline" }));
  return next.kind === "turn" ? [{ seat: next.seat, hand: next.hand, action: "stand" }] : [];
}
