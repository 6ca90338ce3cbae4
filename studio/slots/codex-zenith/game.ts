import { createLines } from "#studio/engine/shared/lines.ts";
import { cellsOf, countOf, createMachine, payTable, type Window, windowText } from "#studio/engine/shared/reels.ts";
import { showLine, showReels } from "#studio/engine/shared/show.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame } from "#studio/engine/shared/types.ts";
import { symbols } from "./symbols.ts";

const lines = "11111 00000 22222 01210 21012 12221 10001 00122 22100 10121".split(" ");
const strips = {
  base: [
    "tjCjaaFkkttqqCkjtkWFttjXqkkaAqtFCkqq",
    "tkjjXjqtkjajtqFqakjjtAqjXataCCjFjkWa",
    "CkqaqjjFjtAaqkaqCqjtFkjqjaXaCtkaFWtX",
    "kXCtajkqFFqkatFWttjCajaqjAtktaCkqCqC",
    "tAtkaFaCjWaktqjXAAXACFaqtjkaaXjFCkjF",
  ],
  free: [
    "CCtqtkCqAatqjAXakaAkAtFkaXFqaWFqFCkt",
    "CaAWqjCCttXFtqakjakaqqqkAqXFAqkXaFjC",
    "jtjktFjaAkjaAFqqFaCXqWaCttqatjaqtkqX",
    "XkaFtaCatqajqtXWqtCAtCqFtkFaFtkFFAqF",
    "jkkaqjaCjCFXtjqFqqCjakXFXtWFXkCkCaFA",
  ],
};

export const units = 10;
export const freeSpins = 10;
/** Stakes for this many books anywhere, in the base game and in the free spins. */
export const bookStakes = [0, 0, 0, 2, 20, 200];
export const base = createMachine(symbols, 3, "base", strips.base);
export const free = createMachine(symbols, 3, "free", strips.free);
export const paylines = createLines(symbols, 5, 3, lines);
export const window: Window = new Int8Array(15);
const pays = payTable(symbols, 5);
const book = base.letters.indexOf("W");
/** The symbols one of which expands in the free spins: all but the book. */
export const expanding = symbols.flatMap(({ role }, code) => (role === "pay" ? [code] : []));

export const booksOn = (cells: Window): number => countOf(cells, book);

export function reelsWith(cells: Window, code: number): number {
  let count = 0;
  for (let at = 0; at < 15; at += 3) {
    if (cells[at] === code || cells[at + 1] === code || cells[at + 2] === code) count += 1;
  }
  return count;
}

/** Units of a symbol that fills so many reels, adjacent or not: its pay on each of the ten lines. */
export function expandedPay(code: number, reels: number): number {
  return (pays[code * 6 + reels] as number) * lines.length;
}

function play(round: Round, mode: string): number {
  if (mode === "buy") return playFeature(round);
  const won = spin(round, base, "base");
  return booksOn(window) >= 3 ? won + playFeature(round) : won;
}

/** One spin of the reels with its line wins and its books. */
function spin(round: Round, machine: typeof base, set: string): number {
  machine.spin(round, window);
  showReels(round, set, machine, window);
  const won = paylines.total(window, showLine(round, machine.letters));
  const books = booksOn(window);
  if (books < 3) return won;
  const scattered = (bookStakes[books] as number) * units;
  round.show?.({
    type: "win",
    kind: "scatter",
    symbol: "W",
    count: books,
    units: scattered,
    cells: cellsOf(3, window, code => code === book),
  });
  return won + scattered;
}

/** Draws the expanding symbol, then plays ten free spins, and ten more for every three books. */
function playFeature(round: Round): number {
  const special = expanding[round.draw("expanding symbol", expanding.length)] as number;
  round.featured = true;
  round.show?.({ type: "feature", name: "free spins", spins: freeSpins, detail: free.letters.charAt(special) });
  let sum = 0;
  for (let left = freeSpins; left > 0; left--) {
    sum += spin(round, free, "free");
    if (booksOn(window) >= 3) {
      left += freeSpins;
      round.show?.({ type: "feature", name: "free spins", spins: freeSpins });
    }
    sum += expand(round, special);
  }
  round.show?.({ type: "feature_end", name: "free spins", units: sum });
  return sum;
}

/** The symbol fills its reels after the line wins, where that pays. */
function expand(round: Round, special: number): number {
  const reels = reelsWith(window, special);
  const won = expandedPay(special, reels);
  if (won === 0 || !round.show) return won;
  for (let at = 0; at < 15; at += 3) {
    if (window.subarray(at, at + 3).includes(special)) window.fill(special, at, at + 3);
  }
  const cells = cellsOf(3, window, code => code === special);
  const symbol = free.letters.charAt(special);
  round.show({ type: "window", cause: "expanded", window: windowText(free.letters, 3, window), cells });
  round.show({ type: "win", kind: "line", symbol, count: reels, units: won, cells });
  return won;
}

export const codexZenith: SlotGame = {
  slug: "codex-zenith",
  titles: { en: "Codex Zenith", ru: "Кодекс зенита", kk: "Зенит кодексі" },
  volatility: 5,
  grid: { reels: 5, rows: 3 },
  symbols,
  strips,
  tables: {},
  evaluation: { kind: "lines", lines },
  units,
  maxWin: 5000,
  modes: { base: { price: 1, rtp: "96.10" }, buy: { price: 78, rtp: "96.00" } },
  stakes: standardStakes,
  hitRate: "32.12",
  maxWinOdds: 950_320,
  proof: ["enumerate", "convolve"],
  play,
};
