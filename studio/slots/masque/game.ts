import { createLines } from "#studio/engine/shared/lines.ts";
import { createMachine, type Window } from "#studio/engine/shared/reels.ts";
import { showLine, showReels } from "#studio/engine/shared/show.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame, Weighted } from "#studio/engine/shared/types.ts";
import { createWeightedDraw } from "#studio/engine/shared/weights.ts";
import { symbols } from "./symbols.ts";

const lines = (
  "11111 00000 22222 01210 21012 00100 22122 12221 10001 10101 12121 01010 21212 " +
  "11011 11211 01110 21112 02020 20202 02220 20002 00122 22100 10121 12101"
).split(" ");
const strip = "KKKFFFFJJJJCCCCCDDDDBBBBRRRRGGGGGQQQWGGGGCCCCFFFFBBBB";
const strips = { base: [strip, strip, strip, strip, strip] };
/** How many neighbouring reels turn as one. */
const links: readonly Weighted[] = [
  { value: 2, weight: 8700 },
  { value: 3, weight: 1150 },
  { value: 4, weight: 140 },
  { value: 5, weight: 10 },
];

export const rows = 3;
export const reels = 5;
export const machine = createMachine(symbols, rows, "base", strips.base);
export const paylines = createLines(symbols, reels, rows, lines);
export const window: Window = new Int8Array(reels * rows);
export const link = createWeightedDraw("link", links);

/** The link is drawn before the reels start; its reels show the stop of the first of them. */
function play(round: Round): number {
  const size = link.draw(round);
  const first = size === reels ? 0 : round.draw("first linked reel", reels - size + 1);
  round.show?.({ type: "feature", name: "link", spins: 0, detail: `${first + 1}-${first + size}` });
  for (let reel = 0; reel < reels; reel++) {
    if (reel <= first || reel >= first + size) machine.spinReel(round, reel, window);
    else copyReel(first, reel);
  }
  showReels(round, "base", machine, window);
  return paylines.total(window, showLine(round, machine.letters));
}

/** The strips are alike, so a linked reel stands at the same stop. */
export function copyReel(from: number, to: number): void {
  machine.stops[to] = machine.stops[from] as number;
  for (let row = 0; row < rows; row++) window[to * rows + row] = window[from * rows + row] as number;
}

export const masque: SlotGame = {
  slug: "masque",
  titles: { en: "Masque", ru: "Маскарад", kk: "Маскарад" },
  volatility: 3,
  grid: { reels, rows },
  symbols,
  strips,
  tables: { link: links },
  evaluation: { kind: "lines", lines },
  units: 25,
  maxWin: 1500,
  modes: { base: { price: 1, rtp: "96.30" } },
  stakes: standardStakes,
  hitRate: "25.83",
  maxWinOdds: 40_429,
  proof: ["enumerate"],
  play,
};
