import { required } from "#kit/std/invariant.ts";
import { allDraws, drawsWith, mostPicks } from "#modules/games/keno/shared/odds.ts";

/**
 * Finds the payout tables of keno. A row (so many picks at one risk) is a curve: nothing below the first paying number of
 * hits, then every further hit pays a fixed factor more. The factor is the risk; the height of the curve is what makes the
 * row return 99 %. The curve is then rounded to friendly figures, and the rounding error is then corrected in hundredths.
 */
export const risks = ["classic", "low", "medium", "high"] as const;
export type Risk = (typeof risks)[number];

interface Shape {
  /** The smallest number of hits is paid at which at most (`high`: at least) this share of draws, in percent, pays nothing. */
  readonly nothing: { readonly most: number } | { readonly least: number };
  /** Each further hit pays this factor more, with ten picks; `step` is added for each pick less. */
  readonly factor: number;
  readonly step: number;
}

const shapes: Readonly<Record<Risk, Shape>> = {
  classic: { nothing: { most: 65 }, factor: 2, step: 0.25 },
  low: { nothing: { most: 45 }, factor: 1.9, step: 0.06 },
  medium: { nothing: { most: 65 }, factor: 2.6, step: 0.45 },
  high: { nothing: { least: 70 }, factor: 3.5, step: 0.4 },
};
const target = 0.99;

/** Every table: risk, then picks 1 to 10, then multipliers in hundredths by hits. */
export function findTables(): Readonly<Record<Risk, readonly (readonly number[])[]>> {
  const picks = Array.from({ length: mostPicks }, (_, index) => index + 1);
  const table = (risk: Risk) => picks.map(count => findRow(shapes[risk], count));
  return { classic: table("classic"), low: table("low"), medium: table("medium"), high: table("high") };
}

const chance = (picks: number, hits: number): number => Number(drawsWith(picks, hits)) / Number(allDraws);

function findRow(shape: Shape, picks: number): number[] {
  const first = firstPaying(shape, picks);
  const factor = shape.factor + shape.step * (mostPicks - picks);
  const curve = Array.from({ length: picks + 1 }, (_, hits) => (hits < first ? 0 : factor ** (hits - first)));
  const height = target / curve.reduce((sum, value, hits) => sum + value * chance(picks, hits), 0);
  return evenOut(
    curve.map(value => friendly(value * height * 100)),
    first,
  );
}

function firstPaying({ nothing }: Shape, picks: number): number {
  let paysNothing = 0;
  for (let hits = 0; ; hits++) {
    const after = paysNothing + 100 * chance(picks, hits);
    if ("most" in nothing ? after > nothing.most : paysNothing >= nothing.least) return hits;
    if (hits === picks) return picks;
    paysNothing = after;
  }
}

/** Rounds hundredths to figures that are easy to read: 0.05 below 5x, 0.5 below 50x, 5 below 500x, 50 above. */
function friendly(hundredths: number): number {
  const step = hundredths < 500 ? 5 : hundredths < 5_000 ? 50 : hundredths < 50_000 ? 500 : 5_000;
  return step * Math.round(hundredths / step);
}

/** Adjusts single multipliers, the likeliest first, by hundredths until the row returns its target again after rounding. */
function evenOut(row: readonly number[], first: number): number[] {
  const mended = [...row];
  const picks = row.length - 1;
  const order = row
    .map((_, hits) => hits)
    .slice(first)
    .sort((a, b) => chance(picks, b) - chance(picks, a));
  for (const hits of order) {
    const returned = mended.reduce((sum, value, each) => sum + value * chance(picks, each), 0);
    mended[hits] = required(mended[hits], "a multiplier") + Math.trunc((100 * target - returned) / chance(picks, hits));
    const left = Math.abs(100 * target - mended.reduce((sum, value, each) => sum + value * chance(picks, each), 0));
    if (left < 0.09) break;
  }
  return mended;
}

/** The file that the game reads, as the formatter would write it. */
export function tablesFile(tables: ReturnType<typeof findTables>): string {
  const rows = (risk: Risk) => tables[risk].map(row => `    [${row.join(", ")}],\n`).join("");
  return `/**
 * The payout tables of keno, found by \`node modules/games/keno/testing/print-tables.ts --write\`. By risk, then by picks (1 to 10), then by hits (0 to
 * picks): the multiplier in hundredths. Every row returns 98.9 to 99.1 %, which the start of the game and its tests count.
 */
export const kenoTables = {
${risks.map(risk => `  ${risk}: [\n${rows(risk)}  ],\n`).join("")}} as const;
`;
}
