import { createLines } from "#studio/engine/shared/lines.ts";
import { createMachine } from "#studio/engine/shared/reels.ts";
import { showLine, showReels } from "#studio/engine/shared/show.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame } from "#studio/engine/shared/types.ts";
import { symbols } from "./symbols.ts";

const lines = ["111", "000", "222", "012", "210"];
const strips = { base: ["LCC7PPPAGGCCCPG7LLBLLBB", "PGCPPPLLLLL7CCACCC7GGBB", "GLLGGBBCLPCCCP77AP7PLLG"] };

export const machine = createMachine(symbols, 3, "base", strips.base);
export const paylines = createLines(symbols, 3, 3, lines);
export const window = new Int8Array(9);
const wild = machine.letters.indexOf("A");

function play(round: Round): number {
  machine.spin(round, window);
  showReels(round, "base", machine, window);
  const units = paylines.total(window, showLine(round, machine.letters));
  if (!areAlike(window)) return units;
  round.show?.({ type: "multiplier", name: "nine alike", value: 2 });
  round.show?.({ type: "win", kind: "prize", symbol: "", count: 9, units, cells: [], multiplier: 2 });
  return 2 * units;
}

/** Nine cells of one symbol, a wild counting as any. */
export function areAlike(cells: Int8Array): boolean {
  let alike = wild;
  for (const code of cells) {
    if (code === wild || code === alike) continue;
    if (alike !== wild) return false;
    alike = code;
  }
  return true;
}

export const sevenStruck: SlotGame = {
  slug: "seven-struck",
  titles: { en: "Seven Struck", ru: "Чеканная семёрка", kk: "Соғылған жеті" },
  volatility: 2,
  grid: { reels: 3, rows: 3 },
  symbols,
  strips,
  tables: {},
  evaluation: { kind: "lines", lines },
  units: 5,
  maxWin: 102,
  modes: { base: { price: 1, rtp: "96.03" } },
  stakes: standardStakes,
  hitRate: "23.50",
  maxWinOdds: 6084,
  proof: ["enumerate"],
  play,
};
