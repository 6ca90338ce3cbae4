import { limitsByReturn } from "../shared/limits.ts";
import { payHundredths } from "../shared/pay.ts";
import { plainMark, type TableGame } from "../shared/table-game.ts";
import { isTriple, returnsOf, roll, type SicBoOutcome, spotById, totalOf } from "./rules.ts";

const mostByKind = {
  "even-money": 200n,
  total: 6_300n,
  single: 1_300n,
  double: 1_200n,
  triple: 20_100n,
  "any-triple": 3_300n,
  pair: 700n,
};
/** In hundredths. */
const mostReturned = (spot: string): bigint => mostByKind[spotById.get(spot)?.kind ?? "even-money"];

export const sicBo = {
  slug: "sic-bo",
  folder: "sic-bo",
  titles: { en: "Sic Bo", ru: "Сик-бо", kk: "Сик-бо" },
  tags: ["sic-bo"],
  volatility: 4,
  rtp: "97.222222",
  maxWin: 201,
  maxWinOdds: 216,
  timing: { bettingMs: 15_000, dealingMs: 5_000, restMs: 4_500 },
  hasSpot: spot => spotById.has(spot),
  limits: limitsByReturn(mostReturned),
  draw: roll,
  payout: (outcome, layout) => payHundredths(returnsOf, outcome, layout),
  mark: ({ dice }) => plainMark(totalOf(dice), isTriple(dice) ? "green" : totalOf(dice) <= 10 ? "blue" : "red"),
} as const satisfies TableGame<SicBoOutcome>;
