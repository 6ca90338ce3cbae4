import { writeFileSync } from "node:fs";
import { inProject } from "#studio/engine/par/source.ts";
import { bookCount, maxWin, playBook, units } from "#studio/slots/moth-and-flame/engine.ts";
import { meanOf, sort, tierOf, weigh } from "./books.ts";

/**
 * Plays every book of moth-and-flame, puts each into a tier of payout, finds the tiers' weights that give the stated return, and writes
 * studio/slots/moth-and-flame/books.ts: `node tools/bootstrap.mjs tools/tables/moth-and-flame.ts`.
 */
const stated = 0.965;
const edges = [0, 0.5, 1, 2, 5, 10, 25, 50, 100, 250, 1999.99, Number.POSITIVE_INFINITY];

const books = sort(
  bookCount,
  stream => {
    const won = Math.min(maxWin, playBook(stream) / units);
    return { tier: tierOf(edges, won), won };
  },
  edges.length,
);
const weights = weigh(
  books.tiers,
  (mean, power) => (mean <= 1 ? 1 : mean ** power),
  found => meanOf(books.tiers, found) - stated,
);
console.table(books.tiers.map((tier, index) => ({ ...tier, weight: weights[index] })));
console.log(meanOf(books.tiers, weights));
writeFileSync(
  inProject("studio/slots/moth-and-flame/books.ts"),
  `/** Written by tools/tables/moth-and-flame.ts: the tier of each stream's book, and the weight of a book of each tier. */
export const weights = [${weights.join(", ")}];
export const tiers =
  "${books.text}";
`,
);
