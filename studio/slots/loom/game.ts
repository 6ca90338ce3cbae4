import { cellsOf, countOf, createMachine, type Machine, type Window, windowText } from "#studio/engine/shared/reels.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame, Weighted } from "#studio/engine/shared/types.ts";
import { createWays, showWays } from "#studio/engine/shared/ways.ts";
import { createWeightedDraw } from "#studio/engine/shared/weights.ts";
import { symbols } from "./symbols.ts";

const strips = {
  base: [
    "GOXiiOffKiiXOrrGccrrPffmmSPccKmmK",
    "iicciiKGrrOrrXOPKWmmffGccXSPmmff?",
    "SGiiccmmKPffccGiiKrrPPrrmmffXXO?O",
    "iiccXPOmmWccXff?rrSGKOiiKmmrrGffP",
    "mmiiffPiiccPccrrKrXmmOSffOXKrrG?G",
    "OKXrrKccffmmSrrOmmG?ffPccXiiciiPG",
  ],
  free: [
    "cciimmPKii?Off?ccXKPGOrrGrrGmmffX",
    "K??XPccffOOXWK?rriiGmmiimmWGccrrPff",
    "ffmmffccrrPiiX??G?KrrGOKXccii?mmPO",
    "ccGiiXccWP??rrXffOPmmGff?KKrriimmO",
    "XiiKrrWrrPiiP?ffccKG??ffmmOccXGmmO",
    "KGP??mmffiiKXrrccPOcGiiXrrOffmmcc",
  ],
};
const heights: readonly Weighted[] = [
  { value: 2, weight: 12 },
  { value: 3, weight: 24 },
  { value: 4, weight: 26 },
  { value: 5, weight: 18 },
  { value: 6, weight: 12 },
  { value: 7, weight: 8 },
];

export const rows = 7;
export const reels = 6;
/** Free spins by hanks anywhere. */
const awards = [0, 0, 0, 0, 8, 10, 12];
export const awardOf = (hanks: number): number => awards[Math.min(hanks, 6)] as number;
export const boughtSpins = 8;
export const base = createMachine(symbols, rows, "base", strips.base);
export const free = createMachine(symbols, rows, "free", strips.free);
export const ways = createWays(symbols, reels, rows);
export const height = createWeightedDraw("height", heights);
export const mysteries = symbols.flatMap(({ role }, code) => (role === "pay" ? [code] : []));
export const hank = base.letters.indexOf("S");
export const mystery = base.letters.indexOf("?");
const window: Window = new Int8Array(reels * rows);
const reelHeights = new Int8Array(reels);
/** What lies below a short reel: no symbol. */
const nothing = -1;

function play(round: Round, mode: string): number {
  if (mode === "buy") return playFreeSpins(round, boughtSpins);
  const won = spin(round, base, "base");
  const award = awardOf(countOf(window, hank));
  return award > 0 ? won + playFreeSpins(round, award) : won;
}

/** Each free spin pays one times more than the one before it. */
function playFreeSpins(round: Round, spins: number): number {
  round.featured = true;
  round.show?.({ type: "feature", name: "free spins", spins });
  let units = 0;
  for (let multiplier = 1; multiplier <= spins; multiplier++) {
    round.show?.({ type: "multiplier", name: "border", value: multiplier });
    units += spin(round, free, "free", multiplier);
  }
  round.show?.({ type: "feature_end", name: "free spins", units });
  return units;
}

/** Heights, stops, and one symbol for all mysteries of the window. Returns units. */
function spin(round: Round, machine: Machine, set: string, multiplier = 1): number {
  for (let reel = 0; reel < reels; reel++) reelHeights[reel] = height.draw(round);
  machine.spin(round, window);
  for (let reel = 0; reel < reels; reel++) {
    for (let row = reelHeights[reel] as number; row < rows; row++) window[reel * rows + row] = nothing;
  }
  const text = round.show && windowText(machine.letters, rows, window);
  round.show?.({ type: "reels", set, stops: [...machine.stops], window: text ?? [] });
  if (window.includes(mystery)) reveal(round, machine.letters);
  const told = round.show && showWays({ ...round, show: multiplied(round, multiplier) }, symbols, rows, window);
  return ways.total(window, 1, told) * multiplier;
}

function reveal(round: Round, letters: string): void {
  const code = mysteries[round.draw("mystery", mysteries.length)] as number;
  const cells = round.show && cellsOf(rows, window, each => each === mystery);
  for (let at = 0; at < window.length; at++) if (window[at] === mystery) window[at] = code;
  round.show?.({ type: "window", cause: "revealed", window: windowText(letters, rows, window), cells: cells ?? [] });
}

/** The listener that tells wins as the multiplier pays them. */
function multiplied({ show }: Round, multiplier: number): NonNullable<Round["show"]> {
  return event => {
    const raised = event.type === "win" && multiplier > 1;
    show?.(raised ? { ...event, units: event.units * multiplier, multiplier } : event);
  };
}

export const loom: SlotGame = {
  slug: "loom",
  titles: { en: "Loom", ru: "Ткацкий стан", kk: "Тоқыма стан" },
  volatility: 5,
  grid: { reels, rows },
  symbols,
  strips,
  tables: { height: heights },
  evaluation: { kind: "ways" },
  units: 20,
  maxWin: 10_000,
  modes: { base: { price: 1, rtp: "96.40" }, buy: { price: 80, rtp: "96.20" } },
  stakes: standardStakes,
  hitRate: "27.37",
  maxWinOdds: 7_071_522,
  proof: ["enumerate", "markov", "convolve"],
  play,
};
