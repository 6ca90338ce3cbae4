import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, parseDecimal, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { pockets, redNumbers, type Spot, type spotKinds, spotOf, spotOrder } from "./cloth.ts";

/**
 * European roulette: one of 37 pockets is drawn; a chip on a spot that covers it pays 36 divided by the numbers
 * that the spot covers. Every function is pure.
 */

/** What the hash of the configuration covers. */
export interface RouletteRules {
  readonly version: string;
  readonly pockets: number;
  /** What a winning chip pays all in all, times the numbers its spot covers. */
  readonly returned: number;
  /** How many numbers a spot of each kind covers; the cloth is the same under every version. */
  readonly covers: Readonly<Record<(typeof spotKinds)[number], number>>;
  readonly red: readonly number[];
}

const roulette1: RouletteRules = {
  version: "roulette-1",
  pockets,
  returned: 36,
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
};

export const rouletteRules = ruleVersions({ current: roulette1, all: [roulette1] });

/** What every spread returns, in percent, cut to three decimals. */
export const rtpPercentOf = (rules: RouletteRules): number =>
  Math.floor((100_000 * rules.returned) / rules.pockets) / 1000;

/** The same exactly, for every spot. */
export const returnedOf = ({ returned, pockets: all }: RouletteRules): Ratio => {
  return { numerator: BigInt(returned), denominator: BigInt(all) };
};

/** Chips on one spot. */
export interface Chip {
  readonly spot: string;
  readonly stake: Micros;
}

/** Draws the pocket of a round: 0 to 36. */
export function drawPocket(rules: RouletteRules, stream: WordStream): number {
  return Number(drawBelow(stream, BigInt(rules.pockets)));
}

/** Payout of a winning chip on the spot, the chip itself included. */
export function multiplierOf(rules: RouletteRules, spot: Spot): Ratio {
  return { numerator: BigInt(rules.returned), denominator: BigInt(spot.numbers.length) };
}

/** What one chip pays at this pocket; 0 when its spot does not cover it. */
export function chipPayout(rules: RouletteRules, { spot: id, stake }: Chip, pocket: number): Micros {
  const spot = required(spotOf(id), "a chip lies on a spot of the cloth");
  return spot.numbers.includes(pocket) ? payoutOf(stake, multiplierOf(rules, spot)) : micros(0n);
}

/** What a spread of chips pays at this pocket. */
export function payoutAt(rules: RouletteRules, chips: readonly Chip[], pocket: number): Micros {
  return micros(chips.reduce((sum, chip) => sum + chipPayout(rules, chip, pocket), 0n));
}

/** What a bet pays at each pocket. `choice`: as it is stored in the bet. */
export function payoutsOf(rules: RouletteRules, choice: Json): readonly Micros[] {
  const { chips } = choice as unknown as {
    readonly chips: readonly { readonly spot: string; readonly stake: string }[];
  };
  const laid = chips.map(({ spot, stake }) => ({ spot, stake: parseDecimal(stake) }));
  return Array.from({ length: rules.pockets }, (_, pocket) => payoutAt(rules, laid, pocket));
}

/** The largest payout that a spread can have, over all 37 pockets. */
export function largestPayout(rules: RouletteRules, chips: readonly Chip[]): Micros {
  const payouts = Array.from({ length: rules.pockets }, (_, pocket) => payoutAt(rules, chips, pocket));
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

/** A spread is a set: stored in the order of the cloth, independent of the order of its chips. */
export function inClothOrder(chips: readonly Chip[]): Chip[] {
  return [...chips].sort((a, b) => spotOrder(a.spot) - spotOrder(b.spot));
}
