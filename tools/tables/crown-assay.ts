import { writeFileSync } from "node:fs";
import { inProject } from "#studio/engine/par/source.ts";
import { bookCount, maxWin, playFreeBook, playSpinBook, units } from "#studio/slots/crown-assay/engine.ts";

/**
 * Plays every book of crown-assay, puts each into a tier of payout, finds the tiers' weights that give the stated return, and writes
 * studio/slots/crown-assay/books.ts: `node tools/bootstrap.mjs tools/tables/crown-assay.ts`.
 */
const stated = 0.965;
const price = 100;
const cap = maxWin * units;
const spinEdges = [0, 0.5, 1, 2, 5, 10, 25, 50, 100, Number.POSITIVE_INFINITY];
const freeEdges = [0, 5, 10, 20, 40, 70, 100, 150, 250, 500, 1000, 2500, 4999.99, Number.POSITIVE_INFINITY];

interface Tier {
  letter: string;
  count: number;
  sum: number;
}
const tierOf = (edges: readonly number[], won: number) => edges.findIndex(edge => won / units <= edge);
const letter = (index: number) => String.fromCharCode(97 + index);

function sort(play: (stream: number) => { readonly tier: number; readonly won: number }, size: number) {
  const tiers: Tier[] = Array.from({ length: size }, (_, index) => ({ letter: letter(index), count: 0, sum: 0 }));
  let text = "";
  for (let stream = 0; stream < bookCount; stream++) {
    const { tier, won } = play(stream);
    const found = tiers[tier] as Tier;
    found.count += 1;
    found.sum += won / units;
    text += found.letter;
  }
  return { tiers, text };
}

/** Weights of 1,000 or so, by a power of the tier's mean, bent until the mean is the wanted one. */
function weigh(
  tiers: readonly Tier[],
  shape: (mean: number, power: number) => number,
  value: (weights: number[]) => number,
) {
  let [low, high] = [-4, 4];
  let weights: number[] = [];
  for (let round = 0; round < 60; round++) {
    const power = (low + high) / 2;
    weights = tiers.map(({ count, sum }) => Math.max(1, Math.round(1000 * shape(count > 0 ? sum / count : 0, power))));
    if (value(weights) < 0) low = power;
    else high = power;
  }
  return weights;
}

const meanOf = (tiers: readonly Tier[], weights: readonly number[]) => {
  const all = tiers.reduce((sum, { count }, index) => sum + count * (weights[index] as number), 0);
  return tiers.reduce((sum, { sum: won }, index) => sum + won * (weights[index] as number), 0) / all;
};

const free = sort(stream => {
  const won = Math.min(cap, playFreeBook(stream));
  return { tier: tierOf(freeEdges, won), won };
}, freeEdges.length);
const freeWeights = weigh(
  free.tiers,
  (mean, power) => (1 + mean / 100) ** power,
  weights => meanOf(free.tiers, weights) - stated * price,
);

const triggered = spinEdges.length;
const spin = sort(stream => {
  const { units: won, triggers } = playSpinBook(stream);
  return { tier: triggers ? triggered : tierOf(spinEdges, won), won };
}, triggered + 1);
const triggerWeight = 1120;
const spinWeights = weigh(
  spin.tiers,
  (mean, power) => (mean === 0 ? 1.07 : mean <= 1 ? 1 : mean ** power),
  weights => {
    weights[triggered] = triggerWeight;
    const all = spin.tiers.reduce((sum, { count }, index) => sum + count * (weights[index] as number), 0);
    const chance = ((spin.tiers[triggered] as Tier).count * triggerWeight) / all;
    return meanOf(spin.tiers, weights) + chance * meanOf(free.tiers, freeWeights) - stated;
  },
);
spinWeights[triggered] = triggerWeight;

console.table(spin.tiers.map((tier, index) => ({ ...tier, weight: spinWeights[index] })));
console.table(free.tiers.map((tier, index) => ({ ...tier, weight: freeWeights[index] })));
console.log(meanOf(spin.tiers, spinWeights), meanOf(free.tiers, freeWeights));
const list = (weights: readonly number[]) => `[${weights.join(", ")}]`;
writeFileSync(
  inProject("studio/slots/crown-assay/books.ts"),
  `/** Written by tools/tables/crown-assay.ts: the tier of each stream's book, and the weight of a book of each tier. */
export const spinWeights = ${list(spinWeights)};
export const freeBookWeights = ${list(freeWeights)};
export const spinTiers =
  "${spin.text}";
export const freeTiers =
  "${free.text}";
`,
);
