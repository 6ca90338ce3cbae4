import { limitsByReturn } from "../shared/limits.ts";
import { payHundredths } from "../shared/pay.ts";
import { plainMark, type ResultMark, type TableGame } from "../shared/table-game.ts";
import { type DragonTigerOutcome, dealCards, returnsOf, spots, type Winner, winnerOf } from "./rules.ts";

const known: ReadonlySet<string> = new Set(spots);
/** In hundredths. */
const mostReturned: Readonly<Record<string, bigint>> = { dragon: 200n, tiger: 200n, tie: 1_200n, "suited-tie": 5_100n };

const marks: Readonly<Record<Winner, ResultMark>> = {
  dragon: { text: { en: "D", ru: "Д", kk: "А" }, tone: "orange" },
  tiger: { text: { en: "T", ru: "Т", kk: "Ж" }, tone: "blue" },
  tie: plainMark("=", "green"),
};

export const dragonTiger = {
  slug: "dragon-tiger",
  folder: "dragon-tiger",
  titles: { en: "Dragon & Tiger", ru: "Дракон и тигр", kk: "Айдаһар мен жолбарыс" },
  tags: ["dragon-tiger"],
  volatility: 2,
  rtp: "96.265060",
  maxWin: 51,
  maxWinOdds: 59,
  timing: { bettingMs: 12_000, dealingMs: 3_000, restMs: 3_500 },
  hasSpot: spot => known.has(spot),
  limits: limitsByReturn(spot => mostReturned[spot] ?? 100n),
  draw: dealCards,
  payout: (outcome, layout) => payHundredths(returnsOf, outcome, layout),
  mark: outcome => marks[winnerOf(outcome)],
} as const satisfies TableGame<DragonTigerOutcome>;
