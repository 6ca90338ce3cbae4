import type { Ratio } from "#kit/money/amount.ts";

/**
 * What an entry adds to a pot, and whether it wins it. Whole numbers only, money in micro-units; the server, the browser and the terminal run
 * this file. Every function is pure.
 */

export const rulesVersion = "jackpots-1";

/** `must_hit_by`: won before the pot passes its limit. `random`: won once in a turnover, on average. */
export const jackpotKinds = ["must_hit_by", "random"] as const;
export type JackpotKind = (typeof jackpotKinds)[number];

/** At most a fifth of the edge of each bet, in thousandths. */
export const mostEdgeShare = 200;
/** Rates are millionths of a stake. */
export const wholeRate = 1_000_000n;
/** A tenth of each share is for the next pot. */
export const reservePart = 10n;
const wordBits = 64n;

/** What is less than a micro-unit and waits for the next entry. */
export interface Rests {
  /** Rest of the share, in millionths of a micro-unit. */
  readonly share: bigint;
  /** Rest of the reserve, in tenths of a micro-unit. */
  readonly reserve: bigint;
}

export interface Entry {
  readonly kind: JackpotKind;
  /** What the pot never passes, or the stakes in which it is won once on average. */
  readonly limit: bigint;
  /** In the pot before the entry. */
  readonly before: bigint;
  /** Real money of the stake. */
  readonly stake: bigint;
  /** In millionths of the stake. */
  readonly rate: bigint;
  readonly rests: Rests;
}

export interface Shares {
  /** Goes to the pot. */
  readonly share: bigint;
  /** Goes to the reserve. */
  readonly reserve: bigint;
  readonly rests: Rests;
}

/** The part of a stake that feeds a pot: `edgeShare` thousandths of the bet's exact edge, cut. Without an edge nothing. */
export function rateOf(returned: Ratio | undefined, edgeShare: number): bigint {
  if (!returned || returned.numerator >= returned.denominator) return 0n;
  const { numerator, denominator } = returned;
  return (wholeRate * (denominator - numerator) * BigInt(edgeShare)) / (denominator * 1_000n);
}

/** Exact: over any number of entries, shares and reserves are all that the rates say but for the last rests. */
export function sharesOf({ kind, limit, before, stake, rate, rests }: Entry): Shares {
  const millionths = stake * rate + rests.share;
  const whole = millionths / wholeRate;
  const tenths = whole + rests.reserve;
  const reserve = tenths / reservePart;
  const share = whole - reserve;
  const room = kind === "must_hit_by" ? limit - before : share;
  // What a full pot cannot hold begins the next one.
  const over = share > room ? share - room : 0n;
  return {
    share: share - over,
    reserve: reserve + over,
    rests: { share: millionths % wholeRate, reserve: tenths % reservePart },
  };
}

/**
 * Whether the word of the bet, 0 <= word < 2^64, wins. Must-hit-by: as likely as that a hidden, uniformly drawn trigger lies within the share;
 * certain when the pot reaches its limit.
 */
export function isHit({ kind, limit, before, stake }: Entry, share: bigint, word: bigint): boolean {
  const [range, part] = kind === "must_hit_by" ? [limit - before, share] : [limit, stake];
  return word * range < part << wordBits;
}
