import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { allPaths, fewestRows, mostRows, returnedHundredths, rowCounts, tableFault } from "./odds.ts";
import { plinkoTables } from "./tables.ts";

/**
 * Plinko: a ball falls through 8 to 16 rows of pegs, at each to the left or to the right with equal chance, into one of rows + 1
 * slots; the table of the rows at the chosen risk says what each slot pays. Every function is pure and takes the
 * rules of the bet.
 */

export const risks = ["low", "medium", "high"] as const;
export type Risk = (typeof risks)[number];

/** Multipliers in hundredths: by risk, then by rows (8 to 16), then by slot from the left (0 to rows). */
export type Tables = Readonly<Record<Risk, readonly (readonly number[])[]>>;

/** What the hash of the configuration covers. */
export interface PlinkoRules {
  readonly version: string;
  readonly fewest_rows: number;
  readonly most_rows: number;
  readonly tables: Tables;
}

const plinko1: PlinkoRules = {
  version: "plinko-1",
  fewest_rows: fewestRows,
  most_rows: mostRows,
  tables: plinkoTables,
};

export const plinkoRules = ruleVersions({ current: plinko1, all: [plinko1] });

/** What every table returns, in percent: {@link tableFaults} finds a table that returns anything else. */
export function rtpPercentOf({ tables, most_rows }: PlinkoRules): number {
  const returned = returnedHundredths(required(tables.medium.at(-1), "a table"));
  return Number((returned * 1000n) / allPaths(most_rows)) / 1000;
}

export interface PlinkoBet {
  readonly rows: number;
  readonly risk: Risk;
}

/** What is wrong with the tables, one sentence a table; with a fault the game is not opened. */
export function tableFaults(rules: PlinkoRules): readonly string[] {
  return risks.flatMap(risk => {
    const found = rules.tables[risk];
    if (found.length !== rowCounts.length) return [`${risk}: has ${found.length} tables, not ${rowCounts.length}`];
    return found.flatMap((table, index) => {
      const rows = fewestRows + index;
      const fault =
        table.length === rows + 1 ? tableFault(table, rtpPercentOf(rules)) : "has not one multiplier for each slot";
      return fault === undefined ? [] : [`${risk} with ${rows} rows: ${fault}`];
    });
  });
}

/** Whether there is a table for this bet. */
export function isPlayable({ fewest_rows, most_rows }: PlinkoRules, { rows, risk }: PlinkoBet): boolean {
  return risks.includes(risk) && Number.isInteger(rows) && rows >= fewest_rows && rows <= most_rows;
}

/** The multipliers of a playable bet in hundredths, by slot. */
export function tableOf({ tables, fewest_rows }: PlinkoRules, { rows, risk }: PlinkoBet): readonly number[] {
  return required(tables[risk][rows - fewest_rows], "a table for 8 to 16 rows");
}

/** The exact multiplier of a slot. */
export function multiplierAt(rules: PlinkoRules, bet: PlinkoBet, slot: number): Ratio {
  return { numerator: BigInt(required(tableOf(rules, bet)[slot], "a slot of the table")), denominator: 100n };
}

/** The multiplier of the edge: no slot pays more. */
export function largestMultiplier(rules: PlinkoRules, bet: PlinkoBet): Ratio {
  return multiplierAt(rules, bet, 0);
}

/** What a bet returns exactly, before payouts are cut: its table, summed over all paths. */
export function returnedOf(rules: PlinkoRules, bet: PlinkoBet): Ratio {
  return { numerator: returnedHundredths(tableOf(rules, bet)), denominator: 100n * allPaths(bet.rows) };
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
export function payoutAt(rules: PlinkoRules, bet: PlinkoBet, stake: Micros, slot: number): Micros {
  return payoutOf(stake, multiplierAt(rules, bet, slot));
}
