import { countOf, createMachine, type Machine, type Window } from "#studio/engine/shared/reels.ts";
import { showReels } from "#studio/engine/shared/show.ts";
import { standardStakes } from "#studio/engine/shared/stakes.ts";
import type { Round, SlotGame } from "#studio/engine/shared/types.ts";
import { createWays, showWays } from "#studio/engine/shared/ways.ts";
import { symbols } from "./symbols.ts";

const strips = {
  base: [
    "HHHssEErrrGGvvvAAbbbMMsssEErrSvvMMbbbAAss",
    "HHHbbbMMsssGGrrrAAvvvEEbbMMssGGrrrAAvvvbb",
    "svsEEvSvHHHbrbMMrbrAAssGGvvMMSbbbAArrrsvs",
    "rrrGGssEEbbbAAvvvHHHMMrrrGGssAAbbbEEvvvMM",
    "vvvAAbbbEEsssMMrrrWbbbAAHHHGGvvbbbMMSssAArrrGGsss",
  ],
  forge: [
    "HHHssEErrrGGvvvAAbbbMMsssEErrGGvvMMbbbAAss",
    "HHHbbbMMsssGGrrrAAvvvEEbbMMssGGrrrAAvvvbb",
    "sssEEvvvHHHbbbMMrrrAAssGGvvMMbbbAArrrsss",
    "rrrGGssEEbbbAAvvvHHHMMrrrGGssAAbbbEEvvvMM",
    "vvvAAbbbEEsssMMrrrHHHGGvvbbbMMssAArrrGG",
  ],
};

export const rows = 4;
export const reels = 5;
const last = reels - 1;
/** Spins of the forge that each put an ingot on the last reel. */
export const forgeSpins = 4;
export const base = createMachine(symbols, rows, "base", strips.base);
export const forge = createMachine(symbols, rows, "forge", strips.forge);
export const ways = createWays(symbols, reels, rows);
export const window: Window = new Int8Array(reels * rows);
export const wild = base.letters.indexOf("W");
const anvil = base.letters.indexOf("S");
const none = -1;

/** The row of each reel's ingot, or none. */
const ingots = new Int8Array(reels);

function play(round: Round, mode: string): number {
  ingots.fill(none);
  if (mode === "buy") return playForge(round);
  const won = spin(round, base, "base");
  const anvils = countOf(window, anvil);
  const walked = walk(round);
  return won + walked + (anvils === 3 ? playForge(round) : 0);
}

/** Ingots walk one reel left before every respin; new ones may land, and it ends when the last has left. */
function walk(round: Round): number {
  let units = 0;
  for (;;) {
    ingots[last] = landedRow();
    walkLeft();
    if (countOf(ingots, none) === reels) return units;
    round.featured = true;
    round.show?.({ type: "feature", name: "walk", spins: 1 });
    units += spin(round, base, "walk");
  }
}

/** An ingot lands on the last reel in each of the forge's spins; then they walk until the last has left. */
function playForge(round: Round): number {
  round.featured = true;
  round.show?.({ type: "feature", name: "forge", spins: forgeSpins });
  let units = 0;
  for (let played = 0; played < forgeSpins || countOf(ingots, none) < reels; played++) {
    if (played < forgeSpins) ingots[last] = round.draw("ingot row", rows);
    units += spin(round, forge, "forge");
    walkLeft();
  }
  round.show?.({ type: "feature_end", name: "forge", units });
  return units;
}

/** One spin under the ingots; a reel with an ingot shows its strip in the cells around it. Returns units. */
function spin(round: Round, machine: Machine, set: string): number {
  machine.spin(round, window);
  for (let reel = 0; reel < reels; reel++) {
    const row = ingots[reel] as number;
    if (row === none) continue;
    const at = reel * rows;
    window.copyWithin(at + row + 1, at + row, at + rows - 1);
    window[at + row] = wild;
  }
  showReels(round, set, machine, window);
  return ways.total(window, 1, showWays(round, symbols, rows, window));
}

/** The row of the ingot that its strip brought to the last reel. */
function landedRow(): number {
  for (let row = 0; row < rows; row++) if (window[last * rows + row] === wild) return row;
  return none;
}

function walkLeft(): void {
  for (let reel = 0; reel < last; reel++) ingots[reel] = ingots[reel + 1] as number;
  ingots[last] = none;
}

export const nightForge: SlotGame = {
  slug: "night-forge",
  titles: { en: "Night Forge", ru: "Ночная кузница", kk: "Түнгі ұстахана" },
  volatility: 4,
  grid: { reels, rows },
  symbols,
  strips,
  tables: {},
  evaluation: { kind: "ways" },
  units: 20,
  maxWin: 3000,
  modes: { base: { price: 1, rtp: "96.25" }, buy: { price: 75, rtp: "96.65" } },
  stakes: standardStakes,
  hitRate: "24.90",
  maxWinOdds: 2_417_750,
  proof: ["markov"],
  play,
};
