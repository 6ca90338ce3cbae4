import { choose } from "#kit/std/choose.ts";
import { required } from "#kit/std/invariant.ts";

/** The chances of plinko, as whole numbers of equally likely paths: nothing here is rounded. */

export const fewestRows = 8;
export const mostRows = 16;
/** All row counts, 8 to 16. */
export const rowCounts: readonly number[] = Array.from({ length: mostRows - fewestRows + 1 }, (_, i) => fewestRows + i);

/** Number of paths through that many rows: 2^rows. */
export const allPaths = (rows: number): bigint => 1n << BigInt(rows);

/** Paths that end in a slot: C(rows, slot). */
export const pathsTo = (rows: number, slot: number): bigint => choose(rows, slot);

/** What all paths return in total per hundredth of the stake: Σ paths × multiplier, the multiplier in hundredths by slot. */
export function returnedHundredths(table: readonly number[]): bigint {
  return table.reduce((sum, hundredths, slot) => sum + pathsTo(table.length - 1, slot) * BigInt(hundredths), 0n);
}

/** What is wrong with a table (hundredths, by slot); undefined when it is valid. */
export function tableFault(table: readonly number[], rtpPercent: number): string | undefined {
  const rows = table.length - 1;
  if (rows < fewestRows || rows > mostRows) return `has ${rows} rows`;
  if (table.some(each => !Number.isSafeInteger(each) || each <= 0)) return "multipliers are whole hundredths above 0";
  for (let slot = 0; slot <= rows; slot++) {
    const own = required(table[slot], "a slot");
    if (own !== table[rows - slot]) return "is not the same on both sides";
    if (slot > 0 && slot <= rows / 2 && own > required(table[slot - 1], "the slot before"))
      return "pays more nearer to the middle";
  }
  const [returned, due] = [returnedHundredths(table), BigInt(rtpPercent) * allPaths(rows)];
  return returned === due ? undefined : `returns ${returned} of ${100n * allPaths(rows)}, not exactly ${rtpPercent} %`;
}
