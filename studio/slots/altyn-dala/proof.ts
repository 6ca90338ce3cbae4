import { Counter, everyWindow } from "#studio/engine/proof/enumerate.ts";
import { capped, type ModeProof, mean, type SlotProof } from "#studio/engine/proof/figures.ts";
import { fraction } from "#studio/engine/proof/fraction.ts";
import { add, createTransform, multiply, type Sparse, type Spectrum } from "#studio/engine/proof/spectrum.ts";
import type { Machine } from "#studio/engine/shared/reels.ts";
import { altynDala, awardOf, base, free, freeWildWorth, mostFreeSpins, ways, window } from "./game.ts";

const awards = [0, 8, 12, 20];
const cap = altynDala.maxWin * altynDala.units;

interface SpinTable {
  readonly all: number;
  /** Windows with a win or an award. */
  readonly hits: number;
  /** Units by award, as probabilities of the spin. */
  readonly byAward: ReadonlyMap<number, Sparse>;
}

/** Every window of the base game; the free spins counted window by window and added up as sums, spin after spin. */
export const proof: SlotProof = () => {
  const baseSpin = tableOf(base, 1);
  const freeSpin = tableOf(free, freeWildWorth);
  const transform = createTransform(1 << 19);
  const spectrumOf = (table: SpinTable, award: number) => transform.of(table.byAward.get(award) ?? new Map(), cap);
  const features = freeSpins(
    awards.map(award => spectrumOf(freeSpin, award)),
    transform.constant(1),
  );
  const worthOf = expectedSpins(freeSpin, meanOf(freeSpin) / altynDala.units);
  const withFeature = awards.map((award, index) => {
    const units = spectrumOf(baseSpin, award);
    return index === 0 ? units : multiply(units, features.get(award) as Spectrum);
  });
  const baseGame: ModeProof = {
    distribution: capped(transform.back(withFeature.reduce(add)), cap),
    parts: [
      { name: "ways", rtp: meanOf(baseSpin) / altynDala.units },
      { name: "free spins", rtp: awards.reduce((sum, award) => sum + chanceOf(baseSpin, award) * worthOf(award), 0) },
    ],
    hit: fraction(baseSpin.hits, baseSpin.all),
    features: awards.slice(1).map(award => ({
      name: `${award} free spins`,
      probability: chanceOf(baseSpin, award),
      worth: worthOf(award),
    })),
  };
  const price = altynDala.modes.buy?.price ?? 1;
  const bought = capped(transform.back(features.get(8) as Spectrum), cap);
  const buy: ModeProof = {
    distribution: bought,
    parts: [{ name: "free spins", rtp: worthOf(8) / price }],
    hit: 1 - (bought.get(0) ?? 0),
    features: [{ name: "8 free spins", probability: 1, worth: worthOf(8) }],
  };
  return { base: baseGame, buy };
};

function tableOf(machine: Machine, wildWorth: number): SpinTable {
  const counters = new Map(awards.map(award => [award, new Counter()]));
  let hits = 0;
  const all = everyWindow(machine, window, () => {
    const units = ways.total(window, wildWorth);
    const award = awardOf(window);
    if (units > 0 || award > 0) hits += 1;
    counters.get(award)?.add(units);
  });
  const shares = (counter: Counter): Sparse => new Map(counter.entries().map(([units, count]) => [units, count / all]));
  return { all, hits, byAward: new Map([...counters].map(([award, counter]) => [award, shares(counter)])) };
}

/** The sum of a whole feature by its award, for every state "so many awarded, so many played", from the last spin back. */
function freeSpins(byAward: readonly Spectrum[], one: Spectrum): ReadonlyMap<number, Spectrum> {
  const states = reachable();
  const later = new Map<number, Spectrum>(states.map(awarded => [awarded, one]));
  const wholes = new Map<number, Spectrum>();
  for (let played = mostFreeSpins - 1; played >= 0; played--) {
    const now = new Map(later);
    for (const awarded of states.filter(each => each > played)) {
      const after = awards.map((award, index) => {
        const next = later.get(Math.min(mostFreeSpins, awarded + award)) as Spectrum;
        return multiply(byAward[index] as Spectrum, next);
      });
      now.set(awarded, after.reduce(add));
    }
    for (const [awarded, spectrum] of now) later.set(awarded, spectrum);
  }
  for (const award of awards.slice(1)) wholes.set(award, later.get(award) as Spectrum);
  return wholes;
}

function reachable(): number[] {
  const found = new Set(awards.slice(1));
  for (const awarded of found) for (const award of awards) found.add(Math.min(mostFreeSpins, awarded + award));
  return [...found];
}

/** What a feature is worth before the cap: its expected number of spins times the mean of one. */
function expectedSpins(spin: SpinTable, worth: number): (award: number) => number {
  const expected = (awarded: number, played: number): number => {
    if (played === awarded) return 0;
    return (
      1 +
      awards.reduce(
        (sum, award) => sum + chanceOf(spin, award) * later(Math.min(mostFreeSpins, awarded + award), played + 1),
        0,
      )
    );
  };
  const known = new Map<string, number>();
  const later = (awarded: number, played: number): number => {
    const key = `${awarded}:${played}`;
    const value = known.get(key) ?? expected(awarded, played);
    known.set(key, value);
    return value;
  };
  return award => worth * later(award, 0);
}

function chanceOf(table: SpinTable, award: number): number {
  return [...(table.byAward.get(award) ?? new Map<number, number>()).values()].reduce((sum, share) => sum + share, 0);
}

function meanOf(table: SpinTable): number {
  return [...table.byAward.values()].reduce((sum, part) => sum + mean(part), 0);
}
