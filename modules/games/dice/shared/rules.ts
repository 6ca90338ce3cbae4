import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, payoutOf, type Ratio } from "#kit/money/amount.ts";

/**
 * Dice: a roll of 0.00 to 99.99, ten thousand equally likely. *Over T* wins when roll > T, *under T* when roll < T. Rolls
 * and targets are whole hundredths. Every function is pure; nothing here knows a balance, a player or a bank.
 */

/** What the hash of the configuration covers; another value of anything here is another version of the rules. */
export const diceConfiguration = {
  version: "dice-1",
  rolls: 10_000,
  /** Winning rolls a bet may have. */
  min_winning_rolls: 1,
  max_winning_rolls: 9_800,
  /** The multiplier is this over the number of winning rolls: 99 % of the fair one. */
  multiplier_numerator: 9_900,
} as const;

export interface DiceBet {
  readonly direction: "over" | "under";
  /** In hundredths: 4950 is 49.50. */
  readonly target: number;
}

/** How many of the ten thousand rolls win: 9999 - T over, T under. May be out of range, see {@link isPlayable}. */
export function winningRolls(bet: DiceBet): number {
  return bet.direction === "over" ? diceConfiguration.rolls - 1 - bet.target : bet.target;
}

/** Whether the bet leaves 1 to 9,800 winning rolls. */
export function isPlayable(bet: DiceBet): boolean {
  const winning = winningRolls(bet);
  return (
    Number.isInteger(winning) &&
    winning >= diceConfiguration.min_winning_rolls &&
    winning <= diceConfiguration.max_winning_rolls
  );
}

/** The exact multiplier of a playable bet, 9900 / winning rolls. */
export function multiplierOf(bet: DiceBet): Ratio {
  return { numerator: BigInt(diceConfiguration.multiplier_numerator), denominator: BigInt(winningRolls(bet)) };
}

/** Draws the roll, in hundredths: 7248 is 72.48. */
export function drawRoll(stream: WordStream): number {
  return Number(drawBelow(stream, BigInt(diceConfiguration.rolls)));
}

/** Strictly over or strictly under. */
export function wins(bet: DiceBet, roll: number): boolean {
  return bet.direction === "over" ? roll > bet.target : roll < bet.target;
}

/** What the bet pays if it wins, cut to a micro-unit. */
export function largestPayout(bet: DiceBet, stake: Micros): Micros {
  return payoutOf(stake, multiplierOf(bet));
}

/** What the bet pays at this roll; 0 is a loss. */
export function payoutAt(bet: DiceBet, stake: Micros, roll: number): Micros {
  return wins(bet, roll) ? largestPayout(bet, stake) : micros(0n);
}
