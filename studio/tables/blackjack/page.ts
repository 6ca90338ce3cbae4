import { limitsTable, oddsTable, type PrintTable, roundText, shoeText, type TablePage } from "../shared/table-page.ts";
import { dealerCards, hardCard, pairCard, softCard } from "./card.ts";
import { fiveSeatsBlackjack } from "./game.ts";
import { odds } from "./odds.ts";

const pays: Readonly<Record<string, string>> = {
  "pairs-1": "25:1 perfect, 12:1 same color, 6:1 mixed",
  "plus3-1": "100:1 suited trips, 40:1 straight flush, 30:1 trips, 10:1 straight, 5:1 flush",
};
const letters: Readonly<Record<string, string>> = { h: "H", s: "S", d: "D", D: "Ds", p: "P", "-": "" };
const rank = (value: number) => (value === 1 ? "A" : String(value));

const card = (table: PrintTable, head: string, rows: ReadonlyMap<number, string>, name: (key: number) => string) =>
  table(
    [head, ...dealerCards.map(rank)],
    [...rows].map(([key, row]) => [name(key), ...[...row].map(cell => letters[cell] ?? "")]),
  );

const { rtp, turns } = fiveSeatsBlackjack;
const edge = (100 - Number(rtp)).toFixed(4);

/** docs/tables/blackjack.md: the edge of the hand is worked out in `strategy.ts`, those of side bets are sums over all orders of their cards. */
export const page: TablePage = table => ({
  title: "Live blackjack",
  parts: [
    `Live table \`${fiveSeatsBlackjack.slug}\` (${fiveSeatsBlackjack.titles.en}). ${shoeText}`,
    "## Rules",
    `${turns.seats} seats, at most ${turns.mostSeats} per player. Every seat in play gets two cards; the dealer gets one face up and one face down. The dealer stands on every 17 and checks for blackjack immediately when showing a ten, and after insurance when showing an ace. Blackjack pays 3:2. Any two cards may be doubled, including after a split; two cards of the same value may be split once; split aces get one card each, and 21 with them isn't blackjack. Insurance, half of the stake, is offered against an ace and pays 2:1. There is no surrender. After ${turns.decisionMs / 1000} s without a decision, the hand stands, and insurance is declined. A hand of 21 stands automatically.`,
    `A double, a split and insurance are additional bets in the same round. If the casino rejects one, the hand doesn't change and the player decides again. Bets behind are placed once the player of the seat has bet. They follow doubles and splits with an additional bet of their own and keep their original stake if the casino rejects it; they are not insured.`,
    "## Odds",
    `With basic strategy a hand returns ${rtp} % of its first stake, a house edge of ${edge} %: the recursion runs over all cards of player and dealer without replacement, splits and doubles included. A bet behind that can follow every decision has the same edge. Insurance returns 3 · 128/415 = ${((300 * 128) / 415).toFixed(4)} % to a player who has seen only the dealer's ace.`,
    oddsTable(table, odds(), spot => pays[spot] ?? ""),
    "Perfect pairs is decided by the first two cards: same rank and suit (perfect), same rank and color, or same rank (mixed). 21+3 is decided by the first two cards and the dealer's face-up card; an ace is low or high in a straight.",
    "## Basic strategy",
    "The best decision by the player's cards (rows) and the dealer's face-up card (columns). H: hit; S: stand; D: double, otherwise hit; Ds: double, otherwise stand; P: split. A decision is the best one over all two-card hands with that total.",
    card(table, "hard", hardCard, String),
    card(table, "soft", softCard, total => `A${total - 11}`),
    card(table, "pair", pairCard, value => `${rank(value)}${rank(value)}`),
    "## Limits",
    limitsTable(table, fiveSeatsBlackjack, ["seat-1", "pairs-1", "plus3-1", "behind-1"]),
    "Limits apply to what is placed before the deal. Doubles and splits stake the original amount again, whatever the table's limits; the player's own limits still apply.",
    "## A round",
    roundText(fiveSeatsBlackjack),
    "The link is revealed after the last decision. Cards are drawn from one stream in the order in which they are dealt: the recorded result includes the seats in play and all decisions, so anyone can deal the same cards again.",
  ],
});
