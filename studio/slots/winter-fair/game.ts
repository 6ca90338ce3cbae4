import { createLines } from "#studio/engine/shared/lines.ts";
import { countOf, createMachine, type Window } from "#studio/engine/shared/reels.ts";
import { showLine, showReels } from "#studio/engine/shared/show.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame, Weighted } from "#studio/engine/shared/types.ts";
import { createWeightedDraw } from "#studio/engine/shared/weights.ts";
import { symbols } from "./symbols.ts";

const lines = (
  "11111 22222 00000 33333 12321 21012 01210 32123 00100 33233 11011 22322 10001 23332 12221 21112 01110 32223 10101 23232 " +
  "01010 32323 11211 22122 00122 33211 12332 21001 01233 32100 11322 22011 02020 31313 20202 13131 12121 21212 00200 33133"
).split(" ");
const strips = {
  base: [
    "HHHHHccDDaammKKhhLLLccaammDDhhccaaKK",
    "mmSDDhhHHHHHccWKKaaLLmmSccaahhDDmmcc",
    "aaKKccSLLhhHHHHHmmaaWDDccmmaaKKhhWccmm",
    "LLLccDDmmWaaHHHHHhhSKKccaahhDDmmccKKK",
    "hhhDDaaaHHHHHccKKWmmmLLLaaahhhDDDcccKK",
  ],
};
/** Fields of the wheel in stakes; the sixteenth is the pot's. */
const prizes: readonly Weighted[] = [
  { value: 10, weight: 2400 },
  { value: 15, weight: 1900 },
  { value: 20, weight: 1500 },
  { value: 25, weight: 1200 },
  { value: 30, weight: 900 },
  { value: 40, weight: 700 },
  { value: 50, weight: 500 },
  { value: 60, weight: 300 },
  { value: 80, weight: 200 },
  { value: 100, weight: 150 },
  { value: 150, weight: 100 },
  { value: 200, weight: 70 },
  { value: 300, weight: 40 },
  { value: 500, weight: 30 },
  { value: 1000, weight: 10 },
];

export const units = 40;
export const rows = 4;
/** At the smallest stake the pot falls once in so many rounds; at n times that stake, n times as often. */
export const potOdds = 20_000_000;
export const machine = createMachine(symbols, rows, "base", strips.base);
export const paylines = createLines(symbols, 5, rows, lines);
export const window: Window = new Int8Array(20);
export const wheel = createWeightedDraw("wheel", prizes);
const scatter = machine.letters.indexOf("S");

export const wheelsOn = (cells: Window): number => countOf(cells, scatter);

function play(round: Round): number {
  machine.spin(round, window);
  showReels(round, "base", machine, window);
  const won = paylines.total(window, showLine(round, machine.letters));
  const prize = wheelsOn(window) === 3 ? turnWheel(round) : 0;
  drawPot(round);
  return won + prize;
}

/** Three wheels on the reels turn the bonus wheel once. Returns units. */
function turnWheel(round: Round): number {
  round.featured = true;
  round.show?.({ type: "feature", name: "wheel", spins: 1 });
  const prize = wheel.draw(round) * units;
  round.show?.({ type: "win", kind: "prize", symbol: "S", count: 3, units: prize, cells: [] });
  round.show?.({ type: "feature_end", name: "wheel", units: prize });
  return prize;
}

/** The pot has its own draw in every round, so that its odds follow the stake and nothing else. */
function drawPot(round: Round): void {
  if (round.draw("pot", potOdds) >= round.stakeSteps) return;
  round.potHit = true;
  round.show?.({ type: "pot", pool: "winter-fair" });
}

export const winterFair: SlotGame = {
  slug: "winter-fair",
  titles: { en: "Winter Fair", ru: "Зимняя ярмарка", kk: "Қысқы жәрмеңке" },
  volatility: 4,
  grid: { reels: 5, rows },
  symbols,
  strips,
  tables: { wheel: prizes },
  evaluation: { kind: "lines", lines },
  units,
  maxWin: 2000,
  modes: { base: { price: 1, rtp: "95.20" } },
  stakes: standardStakes,
  hitRate: "26.21",
  maxWinOdds: 2_163_834,
  pot: { pool: "winter-fair", contribution: 80, reserve: 20 },
  proof: ["enumerate"],
  play,
};
