import { limitsByReturn } from "../shared/limits.ts";
import { payHundredths } from "../shared/pay.ts";
import { plainMark, type ResultMark, type TableGame } from "../shared/table-game.ts";
import { paidBy, pays, returnsOf, segments, spin, spots, type WheelOutcome } from "./rules.ts";

const known: ReadonlySet<string> = new Set(spots);
const tones: Readonly<Record<number, ResultMark["tone"]>> = {
  1: "ivory",
  2: "blue",
  7: "green",
  15: "violet",
  47: "gold",
};
const highest = Math.max(...pays);

export const houseWheel = {
  slug: "house-wheel",
  folder: "wheel",
  titles: { en: "House Wheel", ru: "Колесо Fairhouse", kk: "Fairhouse дөңгелегі" },
  tags: ["wheel"],
  volatility: 3,
  rtp: "96",
  maxWin: highest + 1,
  maxWinOdds: segments.length,
  timing: { bettingMs: 15_000, dealingMs: 9_000, restMs: 4_500 },
  hasSpot: spot => known.has(spot),
  limits: limitsByReturn(spot => 100n * BigInt(Number(spot.slice(1)) + 1)),
  draw: spin,
  payout: (outcome, layout) => payHundredths(returnsOf, outcome, layout),
  mark: outcome => plainMark(paidBy(outcome), tones[paidBy(outcome)] ?? "ivory"),
} as const satisfies TableGame<WheelOutcome>;
