import { limitsByReturn } from "../shared/limits.ts";
import { payHundredths } from "../shared/pay.ts";
import type { ResultMark, TableGame } from "../shared/table-game.ts";
import { type BaccaratOutcome, dealHands, factsOf, returnsOf, spots, type Winner, winnerOf } from "./rules.ts";

const known: ReadonlySet<string> = new Set(spots);
/** In hundredths. */
const mostReturned: Readonly<Record<string, bigint>> = {
  player: 200n,
  banker: 195n,
  tie: 900n,
  "player-pair": 1_200n,
  "banker-pair": 1_200n,
  "either-pair": 600n,
  "perfect-pair": 20_100n,
};

const marks: Readonly<Record<Winner, ResultMark>> = {
  player: { text: { en: "P", ru: "И", kk: "О" }, tone: "blue" },
  banker: { text: { en: "B", ru: "Б", kk: "Б" }, tone: "red" },
  tie: { text: { en: "T", ru: "Н", kk: "Т" }, tone: "green" },
};

export const garnetBaccarat = {
  slug: "garnet-baccarat",
  folder: "baccarat",
  titles: { en: "Garnet Baccarat", ru: "Гранатовая баккара", kk: "«Гранат» баккарасы" },
  tags: ["baccarat"],
  volatility: 2,
  rtp: "98.942092",
  maxWin: 201,
  maxWinOdds: 4_033,
  timing: { bettingMs: 15_000, dealingMs: 7_000, restMs: 5_000 },
  hasSpot: spot => known.has(spot),
  limits: limitsByReturn(spot => mostReturned[spot] ?? 100n),
  draw: dealHands,
  payout: (outcome, layout) =>
    payHundredths((facts: ReturnType<typeof factsOf>, spot) => returnsOf(facts, spot), factsOf(outcome), layout),
  mark: outcome => marks[winnerOf(outcome)],
} as const satisfies TableGame<BaccaratOutcome>;
