import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { fewestRows, mostRows, rowCounts, tableFault } from "./odds.ts";
import { plinkoTables } from "./tables.ts";

/**
 * Plinko: a ball falls through 8 to 16 rows of pegs, at each to the left or to the right with equal chance, into one of rows + 1
 * slots; the table of the rows at the chosen risk says what each slot pays. Every function is pure; nothing here knows a balance, a
 * player or a bank.
 */

export const risks = ["low", "medium", "high"] as const;
export type Risk = (typeof risks)[number];

/** Multipliers in hundredths: by risk, then by rows (8 to 16), then by slot from the left (0 to rows). */
export type Tables = Readonly<Record<Risk, readonly (readonly number[])[]>>;

/** What the hash of the configuration covers; another value of anything here is another version of the rules. */
export const plinkoConfiguration = {
  version: "plinko-1",
  fewest_rows: fewestRows,
  most_rows: mostRows,
  tables: plinkoTables as Tables,
} as const;

export interface PlinkoBet {
  readonly rows: number;
  readonly risk: Risk;
}

/** What is wrong with the tables, one sentence a table; with a fault the game is not opened. */
export function tableFaults(tables: Tables): readonly string[] {
  return risks.flatMap(risk => {
    const found = tables[risk];
    if (found.length !== rowCounts.length) return [`${risk}: has ${found.length} tables, not ${rowCounts.length}`];
    return found.flatMap((table, index) => {
      const rows = fewestRows + index;
      const fault = table.length === rows + 1 ? tableFault(table) : "has not one multiplier for each slot";
      return fault === undefined ? [] : [`${risk} with ${rows} rows: ${fault}`];
    });
  });
}

/** Whether there is a table for this bet. */
export function isPlayable({ rows, risk }: PlinkoBet): boolean {
  return risks.includes(risk) && Number.isInteger(rows) && rows >= fewestRows && rows <= mostRows;
}

/** The multipliers of a playable bet in hundredths, by slot. */
export function tableOf({ rows, risk }: PlinkoBet): readonly number[] {
  return required(plinkoConfiguration.tables[risk][rows - fewestRows], "a table for 8 to 16 rows");
}

/** The exact multiplier of a slot. */
export function multiplierAt(bet: PlinkoBet, slot: number): Ratio {
  return { numerator: BigInt(required(tableOf(bet)[slot], "a slot of the table")), denominator: 100n };
}

/** The multiplier of the edge: no slot pays more. */
export function largestMultiplier(bet: PlinkoBet): Ratio {
  return multiplierAt(bet, 0);
}

/** Draws the path: one number below 2^rows, its highest bit is the first row; 1 is to the right. */
export function drawPath(stream: WordStream, rows: number): number {
  return Number(drawBelow(stream, 1n << BigInt(rows)));
}

/** The path as it is written: "LRRL...", from the first row down. */
export function pathText(path: number, rows: number): string {
  return path.toString(2).padStart(rows, "0").replaceAll("0", "L").replaceAll("1", "R");
}

/** The slot a path ends in, from the left: how often the ball went to the right. */
export function slotOf(path: string): number {
  return path.split("R").length - 1;
}

/** What a bet pays in a slot, cut to a micro-unit. */
export function payoutAt(bet: PlinkoBet, stake: Micros, slot: number): Micros {
  return payoutOf(stake, multiplierAt(bet, slot));
}
