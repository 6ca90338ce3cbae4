import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, payoutOf, type Ratio } from "#kit/money/amount.ts";

/**
 * Limbo: the player names a target multiplier, the house draws a result; a result at or above the target pays the target.
 * Targets and results are whole hundredths. Every function is pure; nothing here knows a balance, a player or a bank.
 */

/** What the hash of the configuration covers; another value of anything here is another version of the rules. */
export const limboConfiguration = {
  version: "limbo-1",
  /** X is a draw below 2 to this power. */
  bits: 52,
  /** Percent of stakes that return, for every target. */
  rtp_percent: 99,
  /** Hundredths. At 1.00x there would be no edge. */
  min_target: 101,
  max_target: 100_000_000,
} as const;

/** How many X there are, all equally likely: 2^52. */
export const draws = 1n << BigInt(limboConfiguration.bits);
const scaled = BigInt(limboConfiguration.rtp_percent) * draws;
const lowest = 100n;
const highest = BigInt(limboConfiguration.max_target);

/** Whether a target can be bet on: whole hundredths from 1.01 to 1,000,000.00. */
export function isPlayable(target: number): boolean {
  const { min_target, max_target } = limboConfiguration;
  return Number.isInteger(target) && target >= min_target && target <= max_target;
}

/** X, 0 to 2^52 - 1. */
export function drawX(stream: WordStream): bigint {
  return drawBelow(stream, draws);
}

/** The result in hundredths: `min(max_target, max(100, floor(99 * 2^52 / (2^52 - X))))`. */
export function resultOf(x: bigint): number {
  const result = scaled / (draws - x);
  return Number(result > highest ? highest : result < lowest ? lowest : result);
}

/** Draws the result, in hundredths: 347 is 3.47x. */
export function drawResult(stream: WordStream): number {
  return resultOf(drawX(stream));
}

/** How many of the 2^52 equally likely X win: floor(99 * 2^52 / target). */
export function winningDraws(target: number): bigint {
  return scaled / BigInt(target);
}

/** The exact multiplier of a target. */
export function multiplierOf(target: number): Ratio {
  return { numerator: BigInt(target), denominator: 100n };
}

/** What a bet pays if it wins, cut to a micro-unit. */
export function largestPayout(target: number, stake: Micros): Micros {
  return payoutOf(stake, multiplierOf(target));
}

/** What a bet pays at this result; 0 is a loss. */
export function payoutAt(target: number, stake: Micros, result: number): Micros {
  return result >= target ? largestPayout(target, stake) : micros(0n);
}
