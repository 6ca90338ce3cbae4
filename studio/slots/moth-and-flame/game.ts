import { createBooks } from "#studio/engine/shared/books.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame, Weighted } from "#studio/engine/shared/types.ts";
import { tiers, weights } from "./books.ts";
import { cellWeights, least, maxWin, playBook, size, units } from "./engine.ts";
import { symbols } from "./symbols.ts";

export const books = createBooks("book", tiers, weights);

const play = (round: Round): number => playBook(books.draw(round), round.show);

const byPlace = (table: readonly number[]): Weighted[] => table.map((weight, value) => ({ value, weight }));

export const mothAndFlame: SlotGame = {
  slug: "moth-and-flame",
  titles: { en: "Moth + Flame", ru: "Мотылёк и пламя", kk: "Көбелек пен от" },
  volatility: 3,
  grid: { reels: size, rows: size },
  symbols,
  strips: {},
  tables: {
    "cells, by place in the list of symbols": byPlace(cellWeights),
    "book, by tier": byPlace(weights),
  },
  evaluation: { kind: "clusters", least },
  units,
  maxWin,
  modes: { base: { price: 1, rtp: "96.50" } },
  stakes: standardStakes,
  hitRate: "44.02",
  maxWinOdds: 335_380,
  proof: ["books"],
  play,
};
