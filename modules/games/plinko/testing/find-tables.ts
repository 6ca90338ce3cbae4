import { required } from "#kit/std/invariant.ts";
import { allPaths, pathsTo, rowCounts } from "#modules/games/plinko/shared/odds.ts";

/**
 * Finds the payout tables of plinko. A table is a curve between the multiplier of the middle and that of the edge; its bend is what
 * makes it return 99 %. The curve is rounded to friendly figures, and the rounding error is corrected in hundredths, so that every
 * table returns 99 % exactly.
 */
export const risks = ["low", "medium", "high"] as const;
export type Risk = (typeof risks)[number];

/**
 * In hundredths: what the edge pays, by rows from 8 on; and the middle with an even number of rows, and with an odd one. With 11 and 13
 * rows every slot but the edge has paths divisible by the rows, so only every 11th, or 13th, edge can return 99 % exactly.
 */
const shapes: Readonly<
  Record<Risk, { readonly edges: readonly number[]; readonly middle: readonly [number, number] }>
> = {
  low: { edges: [560, 600, 800, 880, 1_000, 1_100, 1_400, 1_500, 1_600], middle: [50, 70] },
  medium: { edges: [1_300, 1_800, 2_100, 2_200, 3_300, 5_000, 6_000, 9_000, 12_000], middle: [40, 50] },
  high: { edges: [3_000, 4_500, 8_000, 12_100, 18_000, 31_000, 45_000, 66_000, 100_000], middle: [20, 20] },
};

export function findTables(): Readonly<Record<Risk, readonly (readonly number[])[]>> {
  const tables = (risk: Risk) => rowCounts.map((rows, index) => findTable(risk, rows, index));
  return { low: tables("low"), medium: tables("medium"), high: tables("high") };
}

function findTable(risk: Risk, rows: number, index: number): number[] {
  const { edges, middle } = shapes[risk];
  const edge = required(edges[index], "an edge");
  const centre = middle[rows % 2 === 0 ? 0 : 1];
  const [, ...inner] = bend(edge, centre, rows);
  const half = evenOut([edge, ...inner.map(friendly)], rows);
  return [...half, ...half.slice(0, rows % 2 === 0 ? -1 : undefined).reverse()];
}

/** How many slots there are from the edge to the middle, and how often each of them is reached, both sides in total. */
const halfOf = (rows: number): number[] => Array.from({ length: Math.floor(rows / 2) + 1 }, (_, slot) => slot);
const weight = (rows: number, slot: number): number => Number(pathsTo(rows, slot)) * (2 * slot === rows ? 1 : 2);
/** The RTP of every table. */
const rtpPercent = 99;
const due = (rows: number): number => rtpPercent * Number(allPaths(rows));

/** The curve from the edge to the middle that returns 99 %: the higher the bend, the longer it stays low. */
function bend(edge: number, centre: number, rows: number): number[] {
  const curve = (power: number) =>
    halfOf(rows).map(slot => centre * (edge / centre) ** ((1 - (2 * slot) / rows) ** power));
  const returned = (power: number) =>
    curve(power).reduce((sum, value, slot) => sum + value * weight(rows, slot), 0) - due(rows);
  let [low, high] = [0.2, 6];
  for (let i = 0; i < 60; i++) {
    const midpoint = (low + high) / 2;
    if (returned(midpoint) > 0) low = midpoint;
    else high = midpoint;
  }
  return curve(high);
}

/** Rounds hundredths to figures that are easy to read: 0.01 below 1x, 0.1 below 10x, 1 below 100x, 10 above. */
function friendly(hundredths: number): number {
  const step = hundredths < 100 ? 1 : hundredths < 1_000 ? 10 : hundredths < 10_000 ? 100 : 1_000;
  return step * Math.round(hundredths / step);
}

const mostChange = 14;

/** Adjusts multipliers by hundredths until the table returns exactly its RTP again after rounding, and changes as little as possible. */
function evenOut(half: readonly number[], rows: number): number[] {
  const rest = due(rows) - half.reduce((sum, value, slot) => sum + value * weight(rows, slot), 0);
  // The edge stays as it is, and as many large multipliers as can; the commonest slots come first.
  const [, ...inner] = halfOf(rows);
  const small = inner.findIndex(slot => required(half[slot], "a slot") < 1_000);
  for (let first = small; first >= 0; first--) {
    const table = changed(half, rows, rest, inner.slice(first).reverse());
    if (table) return table;
  }
  throw new Error(`no table of ${rows} rows that returns exactly ${rtpPercent} %`);
}

function changed(half: readonly number[], rows: number, rest: number, slots: readonly number[]): number[] | undefined {
  const found: { best?: { readonly cost: number; readonly table: readonly number[] } } = {};
  const change = (at: number, left: number, table: readonly number[], cost: number): void => {
    if (found.best && cost >= found.best.cost) return;
    const slot = slots[at];
    if (slot === undefined) {
      if (left === 0 && isFalling(table)) found.best = { cost, table };
      return;
    }
    const own = weight(rows, slot);
    const reach = slots.slice(at + 1).reduce((sum, each) => sum + mostChange * weight(rows, each), 0);
    for (let by = -mostChange; by <= mostChange; by++) {
      const after = left - by * own;
      if (Math.abs(after) > reach) continue;
      const value = required(half[slot], "a slot");
      const next = table.map((each, index) => (index === slot ? each + by : each));
      change(at + 1, after, next, cost + (by / value) ** 2 + (by === 0 ? 0 : 1e-4));
    }
  };
  change(0, rest, half, 0);
  return found.best && [...found.best.table];
}

const isFalling = (half: readonly number[]): boolean =>
  half.every((each, slot) => each > 0 && (slot === 0 || each <= required(half[slot - 1], "the one before")));

/** The file that the game reads, as the formatter would write it. */
export function tablesFile(tables: ReturnType<typeof findTables>): string {
  const rows = (risk: Risk) => tables[risk].map(table => `    [${table.join(", ")}],\n`).join("");
  return `/**
 * The payout tables of plinko, found by \`node modules/games/plinko/testing/print-tables.ts --write\`. By risk, then by rows (8 to 16), then by slot from
 * the left (0 to rows): the multiplier in hundredths. Every table returns exactly 99 %, which the start of the game and its tests count.
 */
export const plinkoTables = {
${risks.map(risk => `  ${risk}: [\n${rows(risk)}  ],\n`).join("")}} as const;
`;
}
