import type { Card } from "../shared/cards.ts";
import type { Move, Next } from "../shared/turns.ts";
import { pointsOf, totalOf } from "./hands.ts";
import { isPair, type SeatHands } from "./rules.ts";

/** Basic strategy as a card. `strategy.ts` works it out, a test holds the two equal. */

/** The dealer's first card, 1 an ace: columns of the card. */
export const dealerCards = [2, 3, 4, 5, 6, 7, 8, 9, 10, 1] as const;

/** h: hit, s: stand, d: double, else hit, D: double, else stand. */
export type Cell = "h" | "s" | "d" | "D";

const rows = (from: number, lines: readonly string[]): ReadonlyMap<number, string> =>
  new Map(lines.map((line, index) => [from + index, line]));

export const hardCard = rows(5, [
  "hhhhhhhhhh",
  "hhhhhhhhhh",
  "hhhhhhhhhh",
  "hhhhhhhhhh",
  "hddddhhhhh",
  "ddddddddhh",
  "dddddddddh",
  "hhssshhhhh",
  "ssssshhhhh",
  "ssssshhhhh",
  "ssssshhhhh",
  "ssssshhhhh",
  "ssssssssss",
  "ssssssssss",
  "ssssssssss",
  "ssssssssss",
]);
export const softCard = rows(13, [
  "hhhddhhhhh",
  "hhhddhhhhh",
  "hhdddhhhhh",
  "hhdddhhhhh",
  "hddddhhhhh",
  "sDDDDsshhh",
  "ssssssssss",
  "ssssssssss",
]);
/** p: split, by the value of both cards. */
export const pairCard = rows(1, [
  "pppppppppp",
  "pppppp----",
  "pppppp----",
  "---pp-----",
  "----------",
  "ppppp-----",
  "pppppp----",
  "pppppppppp",
  "ppppp-pp--",
  "----------",
]);

const at = (row: string | undefined, up: Card): string => row?.[dealerCards.indexOf(pointsOf(up) as 1)] ?? "s";

/** What the card says to do with a hand. */
export function advise(cards: readonly Card[], up: Card, canSplit: boolean): "hit" | "stand" | "double" | "split" {
  const { total, soft } = totalOf(cards);
  if (canSplit && isPair(cards) && at(pairCard.get(pointsOf(cards[0] ?? "")), up) === "p") return "split";
  const cell = at((soft ? softCard : hardCard).get(total), up) as Cell;
  if (total < 5 || (soft && total < 13)) return "hit";
  if (cell === "h") return "hit";
  if (cell === "s") return "stand";
  if (cards.length === 2) return "double";
  return cell === "d" ? "hit" : "stand";
}

/** The move of a seat that plays by the card and takes no insurance. */
export function moveByCard(next: Next, seats: readonly SeatHands[], up: Card): Move | undefined {
  if (next.kind === "over") return undefined;
  if (next.kind === "all") return { seat: next.seats[0] ?? 0, hand: 0, action: "decline" };
  const { seat, hand } = next;
  const hands = seats.find(each => each.seat === seat)?.hands ?? [];
  return { seat, hand, action: advise(hands[hand]?.cards ?? [], up, hands.length === 1) };
}
