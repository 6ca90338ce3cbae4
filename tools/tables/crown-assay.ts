import { writeFileSync } from "node:fs";
import { inProject } from "#studio/engine/par/source.ts";
import { bookCount, maxWin, playFreeBook, playSpinBook, units } from "#studio/slots/crown-assay/engine.ts";

import { meanOf, sort, tierOf, weigh } from "./books.ts";

/**
 * Plays every book of crown-assay, puts each into a tier of payout, finds the tiers' weights that give the stated return, and writes
 * studio/slots/crown-assay/books.ts: `node tools/bootstrap.mjs tools/tables/crown-assay.ts`.
 */
const stated = 0.965;
const price = 100;
const cap = maxWin * units;
const spinEdges = [0, 0.5, 1, 2, 5, 10, 25, 50, 100, Number.POSITIVE_INFINITY];
const freeEdges = [0, 5, 10, 20, 40, 70, 100, 150, 250, 500, 1000, 2500, 4999.99, Number.POSITIVE_INFINITY];

const free = sort(
  bookCount,
  stream => {
    const won = Math.min(cap, playFreeBook(stream));
    return { tier: tierOf(freeEdges, won / units), won: won / units };
  },
  freeEdges.length,
);
const freeWeights = weigh(
  free.tiers,
  (mean, power) => (1 + mean / 100) ** power,
  weights => meanOf(free.tiers, weights) - stated * price,
);

const triggered = spinEdges.length;
const spin = sort(
  bookCount,
  stream => {
    const { units: won, triggers } = playSpinBook(stream);
    return { tier: triggers ? triggered : tierOf(spinEdges, won / units), won: won / units };
  },
  triggered + 1,
);
const triggerWeight = 1120;
const spinWeights = weigh(
  spin.tiers,
  (mean, power) => (mean === 0 ? 1.07 : mean <= 1 ? 1 : mean ** power),
  weights => {
    weights[triggered] = triggerWeight;
    const all = spin.tiers.reduce((sum, { count }, index) => sum + count * (weights[index] as number), 0);
    const chance = ((spin.tiers[triggered]?.count ?? 0) * triggerWeight) / all;
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
