import { countOf, createMachine, type Window } from "#studio/engine/shared/reels.ts";
import { showReels } from "#studio/engine/shared/show.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame } from "#studio/engine/shared/types.ts";
import { createWays, showWays } from "#studio/engine/shared/ways.ts";
import { symbols } from "./symbols.ts";

const strips = {
  base: [
    "JJKJYYYQSTTAEJAYTEKEHJKHJTQKKTEATTJ",
    "HQQTEHJJHAYJTEJWYAQJKKYTTEQSKAHKAJAT",
    "QJTEHYQAKTJAKKTWYTHQSJAEAYQKEQQHJJJT",
    "EQAAKTQKKJJTJKWJYEYTTHAQYTQQTJHSYJJK",
    "AHKKETKTASKEQJYTTJQQQEAJYHAJHQJTYTJ",
  ],
  free: [
    "TATKKAKJAJHJTTESJYYJQQQKKYHEJHTQTJK",
    "HAHTWWWKJYKJHTYKJKAJTYEQQTTAQAKSEQTQJY",
    "TEJTJAHTKKYYKAKHAKYHAQJETTQJAQWWWKSTEJ",
    "EJKTYTTEJTQHKWWWHJJAQKYTJHAHSYQAQJKYKE",
    "KQKKTHJSTKTAAYAQAKKJKKHHTETEJJJHTYY",
  ],
};
export const base = createMachine(symbols, 3, "base", strips.base);
export const free = createMachine(symbols, 3, "free", strips.free);
export const ways = createWays(symbols, 5, 3);
export const window: Window = new Int8Array(15);
const scatter = base.letters.indexOf("S");

/** Free spins by hoods on the reels. */
const awards = [0, 0, 0, 8, 12, 20];
/** Free spins of one round, retriggers included. */
export const mostFreeSpins = 50;
/** How often a wild counts in its way during the free spins. */
export const freeWildWorth = 3;

export function awardOf(cells: Window): number {
  return awards[countOf(cells, scatter)] ?? 0;
}

function play(round: Round, mode: string): number {
  if (mode === "buy") return playFreeSpins(round, 8);
  base.spin(round, window);
  showReels(round, "base", base, window);
  const units = ways.total(window, 1, showWays(round, symbols, 3, window));
  const award = awardOf(window);
  return award > 0 ? units + playFreeSpins(round, award) : units;
}

function playFreeSpins(round: Round, award: number): number {
  round.featured = true;
  round.show?.({ type: "feature", name: "free spins", spins: award });
  let units = 0;
  let spins = award;
  for (let played = 0; played < spins; played++) {
    free.spin(round, window);
    showReels(round, "free", free, window);
    units += ways.total(window, freeWildWorth, showWays(round, symbols, 3, window));
    const more = Math.min(mostFreeSpins - spins, awardOf(window));
    if (more > 0) {
      spins += more;
      round.show?.({ type: "feature", name: "free spins", spins: more });
    }
  }
  round.show?.({ type: "feature_end", name: "free spins", units });
  return units;
}

export const altynDala: SlotGame = {
  slug: "altyn-dala",
  titles: { en: "Altyn Dala", ru: "Алтын Дала", kk: "Алтын Дала" },
  volatility: 5,
  grid: { reels: 5, rows: 3 },
  symbols,
  strips,
  tables: {},
  evaluation: { kind: "ways" },
  units: 20,
  maxWin: 5000,
  modes: { base: { price: 1, rtp: "96.20" }, buy: { price: 65, rtp: "95.57" } },
  stakes: standardStakes,
  hitRate: "34.60",
  maxWinOdds: 361_107,
  proof: ["enumerate", "convolve"],
  play,
};
