import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";

/**
 * Limbo: the player names a target multiplier, the game draws a result; a result at or above the target pays the target.
 * Targets and results are whole hundredths. Every function is pure and takes the rules of the bet.
 */

/** What the hash of the configuration covers. */
export interface LimboRules {
  readonly version: string;
  /** X is a draw below 2 to this power. */
  readonly bits: number;
  /** Percent of stakes that return, for every target. */
  readonly rtp_percent: number;
  /** Hundredths. At 1.00x there would be no edge. */
  readonly min_target: number;
  readonly max_target: number;
}

const limbo1: LimboRules = {
  version: "limbo-1",
  bits: 52,
  rtp_percent: 99,
  min_target: 101,
  max_target: 100_000_000,
};

export const limboRules = ruleVersions({ current: limbo1, all: [limbo1] });

export const rtpPercentOf = (rules: LimboRules): number => rules.rtp_percent;
/** The same as a ratio, before payouts are cut. */
export const returnedOf = (rules: LimboRules): Ratio => {
  return { numerator: BigInt(rules.rtp_percent), denominator: 100n };
};

/** How many X there are, all equally likely: 2^52. */
export const drawsOf = ({ bits }: LimboRules): bigint => 1n << BigInt(bits);
const scaledOf = (rules: LimboRules): bigint => BigInt(rules.rtp_percent) * drawsOf(rules);
const lowest = 100n;

/** Whether a target can be bet on: whole hundredths from 1.01 to 1,000,000.00. */
export function isPlayable({ min_target, max_target }: LimboRules, target: number): boolean {
  return Number.isInteger(target) && target >= min_target && target <= max_target;
}

/** X, 0 to 2^52 - 1. */
export function drawX(rules: LimboRules, stream: WordStream): bigint {
  return drawBelow(stream, drawsOf(rules));
}

/** The result in hundredths: `min(max_target, max(100, floor(rtp_percent * 2^52 / (2^52 - X))))`. */
export function resultOf(rules: LimboRules, x: bigint): number {
  const result = scaledOf(rules) / (drawsOf(rules) - x);
  const highest = BigInt(rules.max_target);
  return Number(result > highest ? highest : result < lowest ? lowest : result);
}

/** Draws the result, in hundredths: 347 is 3.47x. */
export function drawResult(rules: LimboRules, stream: WordStream): number {
  return resultOf(rules, drawX(rules, stream));
}

/** How many of the 2^52 equally likely X win: floor(rtp_percent * 2^52 / target). */
export function winningDraws(rules: LimboRules, target: number): bigint {
  return scaledOf(rules) / BigInt(target);
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
