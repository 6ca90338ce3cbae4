import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";

/**
 * Dice: a roll of 0.00 to 99.99, ten thousand equally likely. *Over T* wins when roll > T, *under T* when roll < T. Rolls
 * and targets are whole hundredths. Every function is pure and takes the rules of the bet.
 */

/** What the hash of the configuration covers. */
export interface DiceRules {
  readonly version: string;
  readonly rolls: number;
  /** Winning rolls a bet may have. */
  readonly min_winning_rolls: number;
  readonly max_winning_rolls: number;
  /** The multiplier is this over the number of winning rolls: its share of all rolls is the return. */
  readonly multiplier_numerator: number;
}

const dice1: DiceRules = {
  version: "dice-1",
  rolls: 10_000,
  min_winning_rolls: 1,
  max_winning_rolls: 9_800,
  multiplier_numerator: 9_900,
};

export const diceRules = ruleVersions({ current: dice1, all: [dice1] });

/** What every bet returns, in percent. */
export const rtpPercentOf = (rules: DiceRules): number => (rules.multiplier_numerator * 100) / rules.rolls;

/** The same exactly: the multiplier times the share of the rolls that win, whatever the target. */
export const returnedOf = (rules: DiceRules): Ratio => {
  return { numerator: BigInt(rules.multiplier_numerator), denominator: BigInt(rules.rolls) };
};

export interface DiceBet {
  readonly direction: "over" | "under";
  /** In hundredths: 4950 is 49.50. */
  readonly target: number;
}

/** How many of the ten thousand rolls win: 9999 - T over, T under. May be out of range, see {@link isPlayable}. */
export function winningRolls({ rolls }: DiceRules, bet: DiceBet): number {
  return bet.direction === "over" ? rolls - 1 - bet.target : bet.target;
}

/** Whether the bet leaves as many winning rolls as it must and may. */
export function isPlayable(rules: DiceRules, bet: DiceBet): boolean {
  const winning = winningRolls(rules, bet);
  return Number.isInteger(winning) && winning >= rules.min_winning_rolls && winning <= rules.max_winning_rolls;
}

/** The exact multiplier of a playable bet. */
export function multiplierOf(rules: DiceRules, bet: DiceBet): Ratio {
  return { numerator: BigInt(rules.multiplier_numerator), denominator: BigInt(winningRolls(rules, bet)) };
}

/** Draws the roll, in hundredths: 7248 is 72.48. */
export function drawRoll({ rolls }: DiceRules, stream: WordStream): number {
  return Number(drawBelow(stream, BigInt(rolls)));
}

/** Strictly over or strictly under. */
export function wins(bet: DiceBet, roll: number): boolean {
  return bet.direction === "over" ? roll > bet.target : roll < bet.target;
}

/** What the bet pays if it wins, cut to a micro-unit. */
export function largestPayout(rules: DiceRules, bet: DiceBet, stake: Micros): Micros {
  return payoutOf(stake, multiplierOf(rules, bet));
}

/** What the bet pays at this roll; 0 is a loss. */
export function payoutAt(rules: DiceRules, bet: DiceBet, stake: Micros, roll: number): Micros {
  return wins(bet, roll) ? largestPayout(rules, bet, stake) : micros(0n);
}
