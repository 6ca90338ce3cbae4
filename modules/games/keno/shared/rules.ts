import { partialShuffle } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import {
  allDraws,
  mostPicks,
  numbersDrawn,
  numbersOnBoard,
  returnedHundredths,
  returnPercent,
  rowFault,
} from "./odds.ts";
import { kenoTables } from "./tables.ts";

/**
 * Keno: the player chooses 1 to 10 of the numbers 1 to 40, ten are drawn, and the row of the table for so many picks at the
 * chosen risk says what each number of hits pays. Every function is pure and takes the rules of the bet.
 */

export const risks = ["classic", "low", "medium", "high"] as const;
export type Risk = (typeof risks)[number];

/** Multipliers in hundredths: by risk, then by picks (1 to 10), then by hits (0 to picks). */
export type Tables = Readonly<Record<Risk, readonly (readonly number[])[]>>;

/** What the hash of the configuration covers. */
export interface KenoRules {
  readonly version: string;
  readonly numbers: number;
  readonly drawn: number;
  readonly most_picks: number;
  readonly tables: Tables;
}

const keno1: KenoRules = {
  version: "keno-1",
  numbers: numbersOnBoard,
  drawn: numbersDrawn,
  most_picks: mostPicks,
  tables: kenoTables,
};

export const kenoRules = ruleVersions({ current: keno1, all: [keno1] });

/** The whole percent that every row returns, to within a tenth: {@link tableFaults} finds a row outside. */
export function rtpPercentOf({ tables }: KenoRules): number {
  const row = required(tables.medium.at(-1), "a row");
  return Math.round(Number(returnPercent(row)));
}

export interface KenoBet {
  readonly risk: Risk;
  /** 1 to 10 different numbers of 1 to 40. */
  readonly picks: readonly number[];
}

/** What is wrong with the tables, one sentence a row; with a fault the game is not opened. */
export function tableFaults(rules: KenoRules): readonly string[] {
  return risks.flatMap(risk => {
    const rows = rules.tables[risk];
    if (rows.length !== mostPicks) return [`${risk}: has ${rows.length} rows, not ${mostPicks}`];
    return rows.flatMap((row, index) => {
      const fault =
        row.length === index + 2
          ? rowFault(row, rtpPercentOf(rules))
          : "has not one multiplier for each number of hits";
      return fault === undefined ? [] : [`${risk} with ${index + 1} picks: ${fault}`];
    });
  });
}

/** Whether these are 1 to 10 different numbers of the board, and a risk that there is. */
export function isPlayable({ numbers, most_picks }: KenoRules, { risk, picks }: KenoBet): boolean {
  return (
    risks.includes(risk) &&
    picks.length >= 1 &&
    picks.length <= most_picks &&
    new Set(picks).size === picks.length &&
    picks.every(pick => Number.isInteger(pick) && pick >= 1 && pick <= numbers)
  );
}

/** The multipliers of a bet in hundredths, by hits. */
export function rowOf({ tables }: KenoRules, risk: Risk, picks: number): readonly number[] {
  return required(tables[risk][picks - 1], "a row for 1 to 10 picks");
}

/** The exact multiplier of a playable bet at so many hits. */
export function multiplierAt(rules: KenoRules, bet: KenoBet, hits: number): Ratio {
  return {
    numerator: BigInt(required(rowOf(rules, bet.risk, bet.picks.length)[hits], "hits of the row")),
    denominator: 100n,
  };
}

/** Draws the ten numbers, in the order in which they fall. */
export function drawNumbers({ numbers, drawn }: KenoRules, stream: WordStream): number[] {
  return partialShuffle(stream, numbers, drawn).map(index => index + 1);
}

export function hitsOf(picks: readonly number[], drawn: readonly number[]): number {
  return picks.filter(pick => drawn.includes(pick)).length;
}

/** The multiplier of the bet's best draw, every pick hit: rows never fall. */
export function largestMultiplier(rules: KenoRules, bet: KenoBet): Ratio {
  return multiplierAt(rules, bet, bet.picks.length);
}

/** What a bet returns exactly, before payouts are cut: its row, summed over all draws. */
export function returnedOf(rules: KenoRules, { risk, picks }: KenoBet): Ratio {
  return { numerator: returnedHundredths(rowOf(rules, risk, picks.length)), denominator: 100n * allDraws };
}

/** What the bet pays at this draw, cut to a micro-unit; 0 is a loss. */
export function payoutAt(rules: KenoRules, bet: KenoBet, stake: Micros, drawn: readonly number[]): Micros {
  return payoutOf(stake, multiplierAt(rules, bet, hitsOf(bet.picks, drawn)));
}
