import { partialShuffle } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { mostPicks, numbersDrawn, numbersOnBoard, rowFault } from "./odds.ts";
import { kenoTables } from "./tables.ts";

/**
 * Keno: the player chooses 1 to 10 of the numbers 1 to 40, ten are drawn, and the row of the table for so many picks at the
 * chosen risk says what each number of hits pays. Every function is pure; nothing here knows a balance, a player or a bank.
 */

export const risks = ["classic", "low", "medium", "high"] as const;
export type Risk = (typeof risks)[number];

/** Multipliers in hundredths: by risk, then by picks (1 to 10), then by hits (0 to picks). */
export type Tables = Readonly<Record<Risk, readonly (readonly number[])[]>>;

/** What the hash of the configuration covers; another value of anything here is another version of the rules. */
export const kenoConfiguration = {
  version: "keno-1",
  numbers: numbersOnBoard,
  drawn: numbersDrawn,
  most_picks: mostPicks,
  tables: kenoTables as Tables,
} as const;

export interface KenoBet {
  readonly risk: Risk;
  /** 1 to 10 different numbers of 1 to 40. */
  readonly picks: readonly number[];
}

/** What is wrong with the tables, one sentence a row; with a fault the game is not opened. */
export function tableFaults(tables: Tables): readonly string[] {
  return risks.flatMap(risk => {
    const rows = tables[risk];
    if (rows.length !== mostPicks) return [`${risk}: has ${rows.length} rows, not ${mostPicks}`];
    return rows.flatMap((row, index) => {
      const fault = row.length === index + 2 ? rowFault(row) : "has not one multiplier for each number of hits";
      return fault === undefined ? [] : [`${risk} with ${index + 1} picks: ${fault}`];
    });
  });
}

/** Whether these are 1 to 10 different numbers of the board, and a risk that there is. */
export function isPlayable({ risk, picks }: KenoBet): boolean {
  return (
    risks.includes(risk) &&
    picks.length >= 1 &&
    picks.length <= mostPicks &&
    new Set(picks).size === picks.length &&
    picks.every(pick => Number.isInteger(pick) && pick >= 1 && pick <= numbersOnBoard)
  );
}

/** The multipliers of a bet in hundredths, by hits. */
export function rowOf(risk: Risk, picks: number): readonly number[] {
  return required(kenoConfiguration.tables[risk][picks - 1], "a row for 1 to 10 picks");
}

/** The exact multiplier of a playable bet at so many hits. */
export function multiplierAt(bet: KenoBet, hits: number): Ratio {
  return { numerator: BigInt(required(rowOf(bet.risk, bet.picks.length)[hits], "hits of the row")), denominator: 100n };
}

/** Draws the ten numbers, in the order in which they fall. */
export function drawNumbers(stream: WordStream): number[] {
  return partialShuffle(stream, numbersOnBoard, numbersDrawn).map(index => index + 1);
}

export function hitsOf(picks: readonly number[], drawn: readonly number[]): number {
  return picks.filter(pick => drawn.includes(pick)).length;
}

/** The multiplier of the bet's best draw, every pick hit: rows never fall. */
export function largestMultiplier(bet: KenoBet): Ratio {
  return multiplierAt(bet, bet.picks.length);
}

/** What the bet pays at this draw, cut to a micro-unit; 0 is a loss. */
export function payoutAt(bet: KenoBet, stake: Micros, drawn: readonly number[]): Micros {
  return payoutOf(stake, multiplierAt(bet, hitsOf(bet.picks, drawn)));
}
