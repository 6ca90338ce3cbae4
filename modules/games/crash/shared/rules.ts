import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { maxMultiplier, minMultiplier, multiplierAt, timeOf } from "./climb.ts";

/**
 * Crash: the multiplier climbs from 1.00x until the round's point; who cashes out at or before the point is paid.
 * Multipliers are whole hundredths, times whole milliseconds of the round owner's monotonic clock since the start.
 * Every function is pure.
 */

/** What the hash of the configuration covers. */
export interface CrashRules {
  readonly version: string;
  /** Bits of the first word that give the point. */
  readonly bits: number;
  /** Percent of stakes that return, for every target. */
  readonly rtp_percent: number;
  /** Hundredths. The same in every version: open bets, pages and `climb.ts` compute with them. */
  readonly max_point: typeof maxMultiplier;
  readonly min_cash_out: 101;
  /** The climb is e^(growth * t), t in milliseconds; `climb.ts` computes it. */
  readonly growth: "0.00006";
}

const crash1: CrashRules = {
  version: "crash-1",
  bits: 52,
  rtp_percent: 99,
  max_point: maxMultiplier,
  min_cash_out: 101,
  growth: "0.00006",
};

export const crashRules = ruleVersions({ current: crash1, all: [crash1] });

export const rtpPercentOf = (rules: CrashRules): number => rules.rtp_percent;
/** The same as a ratio, before payouts are cut. */
export const returnedOf = (rules: CrashRules): Ratio => {
  return { numerator: BigInt(rules.rtp_percent), denominator: 100n };
};

/** The lowest cash-out: at 1.00x there would be no edge. */
export const minCashOut = crashRules.current.min_cash_out;

const spaceOf = ({ bits }: CrashRules): bigint => 1n << BigInt(bits);
const scaledOf = (rules: CrashRules): bigint => BigInt(rules.rtp_percent) * spaceOf(rules);

/** X: the upper 52 bits of the stream's first word. */
export function drawX({ bits }: CrashRules, stream: WordStream): bigint {
  return stream.next() >> BigInt(64 - bits);
}

/** The point in hundredths: `min(max_point, max(100, floor(rtp_percent * 2^52 / (2^52 - X))))`. */
export function pointOf(rules: CrashRules, x: bigint): number {
  const point = scaledOf(rules) / (spaceOf(rules) - x);
  const highest = BigInt(rules.max_point);
  return Number(point > highest ? highest : point < minMultiplier ? BigInt(minMultiplier) : point);
}

/** Draws the point of a round, in hundredths. */
export function drawPoint(rules: CrashRules, stream: WordStream): number {
  return pointOf(rules, drawX(rules, stream));
}

/** How many of the 2^52 equally likely X give a point of at least `target`: floor(rtp_percent * 2^52 / target) for targets over 1.00. */
export function drawsReaching(rules: CrashRules, target: number): bigint {
  return target <= minMultiplier ? spaceOf(rules) : scaledOf(rules) / BigInt(target);
}

/** When the round ends: T(p + 1), for the point itself is still shown and still pays. At the maximum all open bets are cashed out. */
export function flightMs(point: number): number {
  return timeOf(Math.min(point + 1, maxMultiplier));
}

/** The highest cash-out whose payout stays within the bet's win cap; never above the top. Below 101 the stake cannot be taken at all. */
export function highestCashOut(stake: Micros, winCap: Micros): number {
  const highest = (100n * (winCap + 1n) - 1n) / stake;
  return highest > maxMultiplier ? maxMultiplier : Number(highest);
}

/** What a bet pays when it is cashed out at this multiplier. */
export function payoutAt(stake: Micros, multiplier: number): Micros {
  return payoutOf(stake, { numerator: BigInt(multiplier), denominator: 100n });
}

export interface CrashBet {
  readonly stake: Micros;
  /** Hundredths; null without an automatic cash-out. */
  readonly autoCashOut: number | null;
  /** The largest payout, written into the bet when it was made. */
  readonly winCap: Micros;
}

/** Where the bet is cashed out without the player: at the automatic target, the win cap or the top, whichever comes first. */
export function automaticCashOut(bet: CrashBet): number {
  return Math.min(bet.autoCashOut ?? maxMultiplier, highestCashOut(bet.stake, bet.winCap));
}

/**
 * Where a bet is cashed out, in hundredths, or null when it goes down with the round. Stamps decide, not the order of
 * processing: a manual cash-out counts at M(stamp) when its stamp is earlier than the automatic one's T(target); each
 * wins exactly when its multiplier is not above the point. A stamp before 1.01x counts as none.
 * @param stampMs when the round's owner had read the player's cash-out; null without one
 */
export function cashOutOf(bet: CrashBet, point: number, stampMs: number | null): number | null {
  const automatic = automaticCashOut(bet);
  const early = stampMs !== null && stampMs < timeOf(automatic) ? multiplierAt(stampMs) : 0;
  const multiplier = early >= minCashOut ? early : automatic;
  return multiplier >= minCashOut && multiplier <= point ? multiplier : null;
}
