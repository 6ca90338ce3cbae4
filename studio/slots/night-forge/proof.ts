import { capped, mean, type SlotProof } from "#studio/engine/proof/figures.ts";
import { add, createTransform, multiply, type Sparse, type Spectrum } from "#studio/engine/proof/spectrum.ts";
import { type Column, countWays, shares } from "#studio/engine/proof/ways.ts";
import type { Machine } from "#studio/engine/shared/reels.ts";
import { base, forge, forgeSpins, nightForge, reels, rows, wild } from "./game.ts";
import { symbols } from "./symbols.ts";

const cap = nightForge.maxWin * nightForge.units;
const anvil = base.letters.indexOf("S");
const pays = symbols.map(({ pays: units = {} }) => Array.from({ length: reels + 1 }, (_, count) => units[count] ?? 0));
const paying = pays.map((each, code) => (symbols[code]?.role === "pay" ? each : []));
/** Tags: one for each anvil, eight for an ingot that its strip brought. */
const landed = 8;

/** The reels that hold an ingot are the states (bit 0 is the first reel); each spin is counted reel by reel. */
export const proof: SlotProof = () => {
  const transform = createTransform(1 << 18);
  const walks = walkSums(transform);
  const forged = forgeSum(transform);
  const first = spinTable(base, 0);
  const stake = nightForge.units;
  let total = transform.constant(0);
  let [ways, walking, forging, landing] = [0, 0, 0, 0];
  for (const [tag, units] of first) {
    const after = tag >= landed ? 0b1000 : 0;
    let sum = transform.of(units, cap);
    if (after > 0) sum = multiply(sum, walks.spectrum(after));
    if (tag % landed === 3) sum = multiply(sum, forged.spectrum);
    total = add(total, sum);
    ways += mean(units) / stake;
    walking += massOf(units) * walks.worth(after);
    if (after > 0) landing += massOf(units);
    if (tag % landed === 3) forging += massOf(units);
  }
  const price = nightForge.modes.buy?.price ?? 1;
  const bought = capped(transform.back(forged.spectrum), cap);
  const lost = [...first].reduce((sum, [tag, units]) => sum + (tag < 3 ? (units.get(0) ?? 0) : 0), 0);
  return {
    base: {
      distribution: capped(transform.back(total), cap),
      parts: [
        { name: "ways", rtp: ways },
        { name: "walking ingots", rtp: walking },
        { name: "forge", rtp: forging * forged.worth },
      ],
      hit: 1 - lost,
      features: [
        { name: "walk", probability: landing, worth: walks.worth(0b1000) },
        { name: "forge", probability: forging, worth: forged.worth },
      ],
    },
    buy: {
      distribution: bought,
      parts: [{ name: "forge", rtp: forged.worth / price }],
      hit: 1 - (bought.get(0) ?? 0),
      features: [{ name: "forge", probability: 1, worth: forged.worth }],
    },
  };
};

/** What follows from a set of ingots that has just walked: its respin, and all after it. Sets are solved together by iteration. */
function walkSums(transform: ReturnType<typeof createTransform>) {
  const sets = Array.from({ length: 15 }, (_, index) => index + 1);
  const tables = new Map(sets.map(set => [set, byLanding(spinTable(base, set))]));
  const spectra = new Map(
    [...tables].map(([set, [stay, more]]) => [set, [transform.of(stay, cap), transform.of(more, cap)] as const]),
  );
  let sums = new Map<number, Spectrum>([[0, transform.constant(1)]]);
  let worths = new Map<number, number>([[0, 0]]);
  for (let round = 0; round < 40; round++) {
    const [nextSums, nextWorths] = [new Map(sums), new Map(worths)];
    for (const set of sets) {
      const [stay, more] = spectra.get(set) as readonly [Spectrum, Spectrum];
      const [without, with_] = [set >> 1, (set >> 1) | 0b1000];
      const later = (after: number) => sums.get(after) ?? transform.constant(0);
      nextSums.set(set, add(multiply(stay, later(without)), multiply(more, later(with_))));
      const [stayUnits, moreUnits] = tables.get(set) as readonly [Sparse, Sparse];
      const own = (mean(stayUnits) + mean(moreUnits)) / nightForge.units;
      const worth = (after: number) => worths.get(after) ?? 0;
      nextWorths.set(set, own + massOf(stayUnits) * worth(without) + massOf(moreUnits) * worth(with_));
    }
    sums = nextSums;
    worths = nextWorths;
  }
  return {
    spectrum: (set: number) => sums.get(set) as Spectrum,
    worth: (set: number) => worths.get(set) ?? 0,
  };
}

function forgeSum(transform: ReturnType<typeof createTransform>) {
  let spectrum = transform.constant(1);
  let worth = 0;
  let set = 0;
  for (let played = 0; played < forgeSpins || set > 0; played++) {
    if (played < forgeSpins) set |= 0b1_0000;
    const units = spinTable(forge, set).get(0) ?? new Map();
    spectrum = multiply(spectrum, transform.of(units, cap));
    worth += mean(units) / nightForge.units;
    set >>= 1;
  }
  return { spectrum, worth };
}

/** Units of one spin under this set of ingots, by tag. */
export function spinTable(machine: Machine, set: number): ReadonlyMap<number, Sparse> {
  return shares(
    countWays(
      machine.strips.map((strip, reel) => columnsOf(strip, (set >> reel) & 1)),
      paying,
    ),
  );
}

/** An ingot takes one cell; the strip fills the others. */
function columnsOf(strip: Int8Array, ingot: number): Column[] {
  return Array.from(strip, (_, stop) => {
    const codes = Array.from({ length: rows - ingot }, (_, row) => strip[(stop + row) % strip.length] as number);
    const counts = symbols.map((_, code) => codes.filter(each => each === code).length);
    const own = counts[wild] ?? 0;
    const tag = (counts[anvil] ?? 0) + landed * own;
    return { counts, wilds: own + ingot, tag, weight: 1 };
  });
}

function byLanding(tables: ReadonlyMap<number, Sparse>): readonly [Sparse, Sparse] {
  const [stay, more] = [new Map<number, number>(), new Map<number, number>()];
  for (const [tag, units] of tables) {
    const target = tag >= landed ? more : stay;
    for (const [won, share] of units) target.set(won, (target.get(won) ?? 0) + share);
  }
  return [stay, more];
}

const massOf = (units: Sparse): number => [...units.values()].reduce((sum, share) => sum + share, 0);
