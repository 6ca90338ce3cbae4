import { micros } from "#kit/money/amount.ts";
import { type Currency, currencies } from "#studio/engine/shared/types.ts";
import { plainMark, type TableGame, type TableLimits } from "../shared/table-game.ts";
import { drawNumber, payoutOf } from "./rules.ts";
import { colourOf, pockets, spotById } from "./spots.ts";

export interface RouletteOutcome {
  readonly number: number;
}

/** In hundredths of a major unit: a chip's unit, the most on one number, the most in a round. */
const stakes: Readonly<Record<Currency, readonly [step: number, number: number, round: number]>> = {
  RUB: [10_00, 20_000_00, 200_000_00],
  USD: [10, 200_00, 2_000_00],
  KZT: [50_00, 100_000_00, 1_000_000_00],
  INR: [10_00, 20_000_00, 200_000_00],
  EUR: [10, 200_00, 2_000_00],
};

function limitsOf(currency: Currency): TableLimits {
  const [step, number, round] = stakes[currency].map(hundredths => micros(BigInt(hundredths) * 10_000n));
  const mostInRound = round ?? micros(0n);
  return {
    step: step ?? micros(0n),
    mostInRound,
    // So that no spot returns more than a single number does.
    most(spot) {
      const covered = BigInt(spotById.get(spot)?.numbers.length ?? 0);
      const most = (number ?? 0n) * covered;
      return most < mostInRound ? most : mostInRound;
    },
  };
}

const limits = new Map(currencies.map(currency => [currency, limitsOf(currency)]));

export const meridianRoulette = {
  slug: "meridian-roulette",
  folder: "roulette",
  titles: { en: "Meridian Roulette", ru: "Рулетка «Меридиан»", kk: "«Меридиан» рулеткасы" },
  tags: ["roulette"],
  volatility: 3,
  rtp: "97.297297",
  maxWin: 36,
  maxWinOdds: pockets,
  timing: { bettingMs: 20_000, dealingMs: 8_000, restMs: 5_000 },
  hasSpot: spot => spotById.has(spot),
  limits: currency => limits.get(currency) ?? limitsOf(currency),
  draw: words => ({ number: drawNumber(words) }),
  payout: ({ number }, layout) => payoutOf(number, layout),
  mark: ({ number }) => plainMark(number, colourOf(number)),
} as const satisfies TableGame<{ readonly number: number }>;
