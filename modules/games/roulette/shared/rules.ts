import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { pockets, redNumbers, type Spot, type spotKinds, spotOf, spotOrder } from "./cloth.ts";

/**
 * European roulette: one of 37 pockets is drawn; a chip on a spot that covers it comes back with 36 divided by the numbers
 * that the spot covers. Every function is pure; nothing here knows a balance, a player or a bank.
 */

/** What a winning chip pays all in all, times the numbers its spot covers: 36 of 37 pockets are paid for. */
const returned = 36;

/** What the hash of the configuration covers; another value of anything here is another version of the rules. */
export const rouletteConfiguration = {
  version: "roulette-1",
  pockets,
  returned,
  /** How many numbers a spot of each kind covers. */
  covers: {
    straight: 1,
    split: 2,
    street: 3,
    trio: 3,
    corner: 4,
    first_four: 4,
    six_line: 6,
    column: 12,
    dozen: 12,
    even_chance: 18,
  },
  red: redNumbers,
} as const satisfies { covers: Record<(typeof spotKinds)[number], number> } & Record<string, unknown>;

/** Chips on one spot. */
export interface Chip {
  readonly spot: string;
  readonly stake: Micros;
}

/** Draws the pocket of a round: 0 to 36. */
export function drawPocket(stream: WordStream): number {
  return Number(drawBelow(stream, BigInt(pockets)));
}

/** What a winning chip on the spot comes back with, the chip itself included. */
export function multiplierOf(spot: Spot): Ratio {
  return { numerator: BigInt(returned), denominator: BigInt(spot.numbers.length) };
}

/** What one chip pays at this pocket; 0 when its spot does not cover it. */
export function chipPayout({ spot: id, stake }: Chip, pocket: number): Micros {
  const spot = required(spotOf(id), "a chip lies on a spot of the cloth");
  return spot.numbers.includes(pocket) ? payoutOf(stake, multiplierOf(spot)) : micros(0n);
}

/** What a spread of chips pays at this pocket. */
export function payoutAt(chips: readonly Chip[], pocket: number): Micros {
  return micros(chips.reduce((sum, chip) => sum + chipPayout(chip, pocket), 0n));
}

/** The largest payout that a spread can have, over all 37 pockets. */
export function largestPayout(chips: readonly Chip[]): Micros {
  const payouts = Array.from({ length: pockets }, (_, pocket) => payoutAt(chips, pocket));
  return payouts.reduce((largest, payout) => (payout > largest ? payout : largest), micros(0n));
}

export function totalStake(chips: readonly Chip[]): Micros {
  return micros(chips.reduce((sum, { stake }) => sum + stake, 0n));
}

/** Whether these are chips of more than nothing on different spots that there are. */
export function isPlayable(chips: readonly Chip[]): boolean {
  return (
    chips.length > 0 &&
    new Set(chips.map(({ spot }) => spot)).size === chips.length &&
    chips.every(({ spot, stake }) => spotOf(spot) !== undefined && stake > 0n)
  );
}

/** A spread is a set: it is kept in the order of the cloth, however its chips were laid. */
export function inClothOrder(chips: readonly Chip[]): Chip[] {
  return [...chips].sort((a, b) => spotOrder(a.spot) - spotOrder(b.spot));
}
