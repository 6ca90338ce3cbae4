import { limitsTable, oddsTable, roundText, type TablePage } from "../shared/table-page.ts";
import { houseWheel } from "./game.ts";
import { odds } from "./odds.ts";
import { segments, spots } from "./rules.ts";

/** docs/tables/wheel.md: every figure is counted over the segments. */
export const page: TablePage = table => ({
  title: "Live wheel",
  parts: [
    `Live table \`${houseWheel.slug}\` (${houseWheel.titles.en}). The segment is one draw below ${segments.length} from the words of the round. Every figure below is counted over all segments.`,
    "## Odds of every bet",
    oddsTable(table, odds(), spot => `${spot.slice(1)}:1`),
    `The wheel, clockwise: ${segments.join(", ")}.`,
    "## Limits",
    limitsTable(table, houseWheel, spots),
    "Spot limits are set, in whole chips, so that every spot returns at most the same sum.",
    "## A round",
    roundText(houseWheel),
  ],
});
