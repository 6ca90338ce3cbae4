import { Counter, everyWindow } from "#studio/engine/proof/enumerate.ts";
import { capped, mean, type SlotProof } from "#studio/engine/proof/figures.ts";
import { fraction } from "#studio/engine/proof/fraction.ts";
import { add, createTransform, multiply, power, type Sparse, type Spectrum } from "#studio/engine/proof/spectrum.ts";
import {
  cellOdds,
  fewestLanterns,
  grand,
  lanternHarbour,
  lanternsOn,
  lanternValue,
  machine,
  paylines,
  respins,
  units,
  window,
} from "./game.ts";

const cells = 15;
const cap = lanternHarbour.maxWin * units;

/** Every window with its lanterns; the respins as an absorbing chain over (lanterns, respins left); the values as sums. */
export const proof: SlotProof = () => {
  const { all, hits, byLanterns } = countWindows();
  const transform = createTransform(1 << 17);
  const value = new Map(lanternValue.table.map(({ value, weight }) => [value * units, weight / lanternValue.total]));
  const meanValue = mean(value) / units;
  const lantern = transform.of(value, cap);
  const sums = Array.from({ length: cells + 1 }, (_, count) => power(lantern, count));
  // The grand is paid beside the values; a spectrum is shifted by multiplying with that of a certain win.
  sums[cells] = multiply(sums[cells] as Spectrum, transform.of(new Map([[grand * units, 1]]), cap));

  let total = transform.of(byLanterns[0] as Sparse, cap);
  let [probability, lanterns, full] = [0, 0, 0];
  for (let count = fewestLanterns; count <= cells; count++) {
    const windows = byLanterns[count] ?? new Map<number, number>();
    const chance = massOf(windows);
    if (chance === 0) continue;
    const ends = endsFrom(count);
    const feature = ends.map((end, final) => scale(sums[final] as Spectrum, end)).reduce(add);
    total = add(total, multiply(transform.of(windows, cap), feature));
    probability += chance;
    lanterns += chance * ends.reduce((sum, end, final) => sum + end * final, 0);
    full += chance * (ends[cells] ?? 0);
  }
  const lines = byLanterns.reduce((sum, part) => sum + mean(part), 0) / units;
  return {
    base: {
      distribution: capped(transform.back(total), cap),
      parts: [
        { name: "lines", rtp: lines },
        { name: "lanterns", rtp: lanterns * meanValue },
        { name: "grand", rtp: full * grand },
      ],
      hit: fraction(hits, all),
      features: [
        { name: "lanterns", probability, worth: (lanterns * meanValue + full * grand) / probability },
        { name: "fifteen lanterns", probability: full, worth: cells * meanValue + grand },
      ],
    },
  };
};

/** Probability by units for each number of lanterns; all that start no feature stand at 0. */
function countWindows(): { readonly all: number; readonly hits: number; readonly byLanterns: readonly Sparse[] } {
  const counters = Array.from({ length: cells + 1 }, () => new Counter());
  let hits = 0;
  const all = everyWindow(machine, window, () => {
    const lanterns = lanternsOn(window);
    const won = paylines.total(window);
    const starts = lanterns >= fewestLanterns;
    if (won > 0 || starts) hits += 1;
    counters[starts ? lanterns : 0]?.add(won);
  });
  const shares = (counter: Counter): Sparse => new Map(counter.entries().map(([won, count]) => [won, count / all]));
  return { all, hits, byLanterns: counters.map(shares) };
}

/** How many lanterns a feature ends with that starts with `count`: the probability of each number. */
export function endsFrom(count: number): number[] {
  const ends = new Array<number>(cells + 1).fill(0);
  // states[n][r]: n lanterns, r respins left. New lanterns only add, so the states are walked in order.
  const states = Array.from({ length: cells + 1 }, () => new Array<number>(respins + 1).fill(0));
  (states[count] as number[])[respins] = 1;
  for (let lit = count; lit <= cells; lit++) {
    const row = states[lit] as number[];
    for (let left = respins; left > 0; left--) {
      const here = row[left] as number;
      if (here === 0) continue;
      if (lit === cells) {
        ends[cells] = (ends[cells] as number) + here;
        continue;
      }
      for (let fresh = 0; fresh <= cells - lit; fresh++) {
        const chance = here * binomial(cells - lit, fresh, 1 / cellOdds);
        const [row, index] =
          fresh === 0 ? [states[lit] as number[], left - 1] : [states[lit + fresh] as number[], respins];
        row[index] = (row[index] as number) + chance;
      }
    }
    ends[lit] = (ends[lit] as number) + (row[0] as number);
  }
  return ends;
}

function binomial(n: number, k: number, p: number): number {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways * p ** k * (1 - p) ** (n - k);
}

const massOf = (distribution: Sparse): number => [...distribution.values()].reduce((sum, share) => sum + share, 0);

const scale = ({ re, im }: Spectrum, factor: number): Spectrum => ({
  re: re.map(value => value * factor),
  im: im.map(value => value * factor),
});
