import { createBooks } from "#studio/engine/shared/books.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame, Weighted } from "#studio/engine/shared/types.ts";
import { freeBookWeights, freeTiers, spinTiers, spinWeights } from "./books.ts";
import { cellWeights, freeWeights, maxWin, playFreeBook, playSpinBook, reels, rows, units, values } from "./engine.ts";
import { symbols } from "./symbols.ts";

export const spinBooks = createBooks("spin book", spinTiers, spinWeights);
export const freeBooks = createBooks("free spins book", freeTiers, freeBookWeights);

/** One draw picks the spin, a second one the free spins if it starts them; the rest is in the books. */
function play(round: Round, mode: string): number {
  if (mode === "buy") return playFreeSpins(round);
  const { units: won, triggers } = playSpinBook(spinBooks.draw(round), round.show);
  return triggers ? won + playFreeSpins(round) : won;
}

function playFreeSpins(round: Round): number {
  round.featured = true;
  return playFreeBook(freeBooks.draw(round), round.show);
}

const byLetter = (weights: readonly number[]): Weighted[] => weights.map((weight, value) => ({ value, weight }));

export const crownAssay: SlotGame = {
  slug: "crown-assay",
  titles: { en: "Crown Assay", ru: "Проба короны", kk: "Тәж сынамасы" },
  volatility: 5,
  grid: { reels, rows },
  symbols,
  strips: {},
  tables: {
    touchstone: values,
    "cells, by place in the list of symbols": byLetter(cellWeights),
    "cells of free spins, by place in the list of symbols": byLetter(freeWeights),
    "spin book, by tier": byLetter(spinWeights),
    "free spins book, by tier": byLetter(freeBookWeights),
  },
  evaluation: { kind: "anywhere", least: 8 },
  units,
  maxWin,
  modes: { base: { price: 1, rtp: "96.50" }, buy: { price: 100, rtp: "96.50" } },
  stakes: standardStakes,
  hitRate: "29.19",
  maxWinOdds: 4_815_383,
  proof: ["books"],
  play,
};
