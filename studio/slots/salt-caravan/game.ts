import { createLines } from "#studio/engine/shared/lines.ts";
import { cellsOf, createMachine, type Window, windowText } from "#studio/engine/shared/reels.ts";
import { showLine, showReels } from "#studio/engine/shared/show.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame } from "#studio/engine/shared/types.ts";
import { symbols } from "./symbols.ts";

const lines = (
  "11111 00000 22222 01210 21012 00100 22122 12221 10001 10101 12121 " +
  "01010 21212 11011 11211 01110 21112 02020 20202 02220"
).split(" ");
const strips = {
  base: [
    "jjqqttkkssqqjjrrcccmmkkrrmmaattssaa",
    "Wkkkcccttmmaaarrjjjrraaarrttkkkqqqssjjjqqqssmmss",
    "Wjjjrrcccmmaaakkkssttjjjssttqqqkkkmmssrrqqqaaatt",
    "Waaakkkssttkkkttqqqaaarrssjjjrrcccmmjjjrrssqqqmm",
    "kkssrrmmrrttjjaakkssmmqqttjjaacccqq",
  ],
};

export const rows = 3;
export const machine = createMachine(symbols, rows, "base", strips.base);
export const paylines = createLines(symbols, 5, rows, lines);
export const window: Window = new Int8Array(15);
export const wild = machine.letters.indexOf("W");

/** A lantern fills its reel and stays; while new ones come, the other reels spin again. */
function play(round: Round): number {
  let held = 0;
  let units = 0;
  for (;;) {
    for (let reel = 0; reel < machine.reels; reel++) if (!isHeld(held, reel)) machine.spinReel(round, reel, window);
    const lit = litReels(window);
    showReels(round, held === 0 ? "base" : "respin", machine, window);
    if (lit !== held) expand(round, lit);
    units += payBothWays(window, round);
    if (lit === held) break;
    round.featured = true;
    round.show?.({ type: "feature", name: "respin", spins: 1 });
    held = lit;
  }
  if (held !== 0) round.show?.({ type: "feature_end", name: "respin", units });
  return units;
}

/** Reels that show a lantern, as bits. */
export function litReels(cells: Window): number {
  let lit = 0;
  for (let at = 0; at < cells.length; at++) if (cells[at] === wild) lit |= 1 << Math.floor(at / rows);
  return lit;
}

export const isHeld = (held: number, reel: number): boolean => ((held >> reel) & 1) === 1;

function expand(round: Round, lit: number): void {
  for (let reel = 0; reel < machine.reels; reel++) {
    if (isHeld(lit, reel)) window.fill(wild, reel * rows, (reel + 1) * rows);
  }
  if (!round.show) return;
  const cells = cellsOf(rows, window, code => code === wild);
  round.show({ type: "window", cause: "expanded", window: windowText(machine.letters, rows, window), cells });
}

/** Lines from the left and from the right; five alike count once. */
export function payBothWays(cells: Window, round?: Round): number {
  const tell = round && showLine(round, machine.letters);
  return paylines.total(cells, tell) + paylines.totalReversed(cells, tell);
}

export const saltCaravan: SlotGame = {
  slug: "salt-caravan",
  titles: { en: "Salt Caravan", ru: "Соляной караван", kk: "Тұз керуені" },
  volatility: 1,
  grid: { reels: 5, rows },
  symbols,
  strips,
  tables: {},
  evaluation: { kind: "lines", lines, bothWays: true },
  units: 20,
  maxWin: 500,
  modes: { base: { price: 1, rtp: "96.00" } },
  stakes: standardStakes,
  hitRate: "29.72",
  maxWinOdds: 163_840,
  proof: ["markov"],
  play,
};
