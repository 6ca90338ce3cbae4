import { limitsTable, oddsTable, roundText, type TablePage } from "../shared/table-page.ts";
import { sicBo } from "./game.ts";
import { allDice, odds } from "./odds.ts";
import { spotById } from "./rules.ts";

/** docs/tables/sic-bo.md: every figure is counted over all results of three dice. */
export const page: TablePage = table => ({
  title: "Live sic bo",
  parts: [
    `Live table \`${sicBo.slug}\` (${sicBo.titles.en}). Three dice, each one draw below 6 from the words of the round. Every figure below is counted over all ${allDice.length} results.`,
    "## Odds of every bet",
    oddsTable(table, odds(), spot => spotById.get(spot)?.odds ?? ""),
    "Small is 4 to 10, big is 11 to 17; small, big, odd and even lose on any triple. The payout of a single depends on how many dice show its number. A double wins if at least two dice show its number, a pair of numbers if at least one die shows each of them.",
    "## Limits",
    limitsTable(table, sicBo, [
      "small",
      "total-4",
      "total-10",
      "single-1",
      "pair-1-2",
      "double-1",
      "triple-1",
      "any-triple",
    ]),
    "Spot limits are set, in whole chips, so that every spot returns at most the same sum.",
    "## A round",
    roundText(sicBo),
  ],
});
