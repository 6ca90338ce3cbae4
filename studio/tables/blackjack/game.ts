import type { WordStream } from "#kit/fair/stream.ts";
import { limitsByReturn } from "../shared/limits.ts";
import { payHundredths } from "../shared/pay.ts";
import { plainMark, type TableGame } from "../shared/table-game.ts";
import { moveByCard } from "./card.ts";
import { isBlackjack, totalOf } from "./hands.ts";
import { type BlackjackOutcome, openRound, type SeatHands } from "./rules.ts";
import {
  hasSpot,
  isFurther,
  isMain,
  ownerOf,
  returnsOf,
  seatNumbers,
  seatOf,
  spots,
  stakeOf,
  timedOut,
} from "./spots.ts";

/** In hundredths, of the spots that are placed before the deal. Doubles and splits take the first stake once more: a main bet returns up to eight. */
const mostReturned = (spot: string): bigint =>
  spot.startsWith("pairs") ? 2_600n : spot.startsWith("plus3") ? 10_100n : 800n;

const cardMs = 450;

/** Every seat in play, played by the card of basic strategy. */
function drawByCard(words: WordStream): BlackjackOutcome {
  const round = openRound(words, seatNumbers);
  for (;;) {
    const { dealer, seats } = round.view() as { dealer: string[]; seats: SeatHands[] };
    const move = moveByCard(round.next, seats, dealer[0] ?? "");
    if (!move) return round.finish();
    round.make(move);
  }
}

export const fiveSeatsBlackjack = {
  slug: "five-seats-blackjack",
  folder: "blackjack",
  titles: { en: "Five Seats Blackjack", ru: "Блэкджек «Пять мест»", kk: "«Бес орын» блэкджегі" },
  tags: ["blackjack"],
  volatility: 2,
  rtp: "99.512325",
  maxWin: 101,
  maxWinOdds: 4_091,
  timing: { bettingMs: 15_000, dealingMs: 3_000, restMs: 5_000 },
  hasSpot,
  limits: limitsByReturn(mostReturned),
  draw: drawByCard,
  payout: (outcome, layout) => payHundredths(returnsOf, outcome, layout),
  mark: ({ dealer }) => {
    if (dealer.length === 0) return undefined;
    const { total } = totalOf(dealer);
    if (total > 21) return plainMark(total, "green");
    return isBlackjack(dealer)
      ? { text: { en: "BJ", ru: "БД", kk: "БД" }, tone: "gold" as const }
      : plainMark(total, "ivory");
  },
  turns: {
    seats: 5,
    mostSeats: 3,
    spots,
    decisionMs: 12_000,
    ownerOf,
    seatOf,
    isMain,
    isFurther,
    open: openRound,
    stakeOf,
    timedOut,
    dealMs: seats => (seats === 0 ? 0 : (2 * seats + 2) * cardMs + 400),
    finishMs: ({ dealer }) => (dealer.length === 0 ? 500 : 1_800 + (dealer.length - 1) * 800),
  },
} as const satisfies TableGame<BlackjackOutcome>;
