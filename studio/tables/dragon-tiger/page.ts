import { limitsTable, oddsTable, roundText, shoeText, type TablePage } from "../shared/table-page.ts";
import { dragonTiger } from "./game.ts";
import { odds } from "./odds.ts";
import { spots } from "./rules.ts";

const pays: Readonly<Record<string, string>> = {
  dragon: "1:1, a tie returns half",
  tiger: "1:1, a tie returns half",
  tie: "11:1",
  "suited-tie": "50:1",
};

/** docs/tables/dragon-tiger.md: figures are sums over all pairs of cards. */
export const page: TablePage = table => ({
  title: "Live dragon tiger",
  parts: [
    `Live table \`${dragonTiger.slug}\` (${dragonTiger.titles.en}). One card for the dragon, then one for the tiger; the higher rank wins, and the ace is the lowest. ${shoeText}`,
    "## Odds of every bet",
    oddsTable(table, odds(), spot => pays[spot] ?? ""),
    "The round is a tie if both cards have the same rank, and a suited tie if they also have the same suit.",
    "## Limits",
    limitsTable(table, dragonTiger, spots),
    "Spot limits are set, in whole chips, so that every spot returns at most the same sum.",
    "## A round",
    roundText(dragonTiger),
    "A sheet of the roads is 64 rounds. Roads are history only: every round is dealt from fresh decks.",
  ],
});
