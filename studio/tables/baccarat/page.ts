import { limitsTable, oddsTable, roundText, shoeText, type TablePage } from "../shared/table-page.ts";
import { garnetBaccarat } from "./game.ts";
import { odds } from "./odds.ts";
import { bankerDraws, spots } from "./rules.ts";

const pays: Readonly<Record<string, string>> = {
  player: "1:1, a tie returns the stake",
  banker: "0.95:1, a tie returns the stake",
  tie: "8:1",
  "player-pair": "11:1",
  "banker-pair": "11:1",
  "either-pair": "5:1",
  "perfect-pair": "25:1 for one hand, 200:1 for both",
};

/** docs/tables/baccarat.md: figures are sums over all orders of the cards that decide a bet. */
export const page: TablePage = table => ({
  title: "Live baccarat",
  parts: [
    `Live table \`${garnetBaccarat.slug}\` (${garnetBaccarat.titles.en}). ${shoeText}`,
    "## Odds of every bet",
    oddsTable(table, odds(), spot => pays[spot] ?? ""),
    "A hand is a pair if its first two cards have the same rank, and a perfect pair if they also have the same suit. The banker's commission of 5 % is included in its price.",
    "## Third cards",
    "An ace counts 1, tens and face cards 0; only the last digit of a total counts. Player and banker get two cards in turn. If either has 8 or 9, the round ends. The player draws a third card at 0 to 5. The banker draws at 0 to 5 if the player stood, else by the player's third card:",
    table(
      ["banker has", "draws at a third card of"],
      [0, 1, 2, 3, 4, 5, 6, 7].map(total => [String(total), thirdCards(total)]),
    ),
    "## Limits",
    limitsTable(table, garnetBaccarat, spots),
    "Spot limits are set, in whole chips, so that every spot returns at most the same sum.",
    "## A round",
    roundText(garnetBaccarat),
    "A sheet of the roads is 64 rounds. Roads are history only: every round is dealt from fresh decks.",
  ],
});

function thirdCards(total: number): string {
  const cards = Array.from({ length: 10 }, (_, points) => points).filter(points => bankerDraws(total, points));
  return cards.length === 10 ? "any" : cards.length === 0 ? "none" : cards.join(", ");
}
