import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Play, StepwiseRules } from "#modules/engines/stepwise/shared/stepwise.ts";

/**
 * Coinflip against the house: one flip at 1.98, or a ladder of up to twenty, of which n right ones are worth 0.99 × 2^n. Every
 * function is pure; nothing here knows a balance, a player or a bank.
 */

export const sides = ["heads", "tails"] as const;
export type Side = (typeof sides)[number];

/** What the hash of the configuration covers; another value of anything here is another version of the rules. */
export const coinflipConfiguration = {
  version: "coinflip-1",
  sides,
  rtp_percent: 99,
  most_flips: 20,
} as const;

export const mostFlips = coinflipConfiguration.most_flips;

/** What n right flips pay, exactly: 0.99 × 2^n. One right flip is 1.98 in both ways of playing. */
export function multiplierAfter(flips: number): Ratio {
  return { numerator: BigInt(coinflipConfiguration.rtp_percent) << BigInt(flips), denominator: 100n };
}

/** The sides that lie up after so many flips of the stream: a draw below 2 each, 0 is heads. */
export function drawSides(stream: WordStream, count: number): Side[] {
  return Array.from({ length: count }, () => required(sides[Number(drawBelow(stream, 2n))], "one of two sides"));
}

/** What a single flip pays. */
export function payoutAt(chosen: Side, stake: Micros, side: Side): Micros {
  return chosen === side ? payoutOf(stake, multiplierAfter(1)) : micros(0n);
}

export interface LadderStart {
  readonly ladder: true;
}
export interface FlipChoice {
  readonly side: Side;
}
export type Nothing = Readonly<Record<string, never>>;
/** What was called, and what lay up. */
export type LadderPlay = Play<LadderStart, FlipChoice, Nothing, FlipChoice>;

const isLost = ({ steps }: Pick<LadderPlay, "steps">): boolean =>
  steps.some(({ choice, shown }) => choice.side !== shown.side);

/** The ladder: a side is called before each flip. */
export const ladderRules: StepwiseRules<LadderStart, FlipChoice, Nothing, FlipChoice> = {
  game: "coinflip",
  opening: () => ({}),
  show: ({ steps }, _choice, stream) => ({ side: required(drawSides(stream, steps.length + 1).at(-1), "a side") }),
  refuses: ({ steps }, _choice, fits) => (fits(multiplierAfter(steps.length + 1)) ? undefined : "over_cap"),
  state(play, fits) {
    if (isLost(play)) return "lost";
    const flips = play.steps.length;
    return flips >= mostFlips || !fits(multiplierAfter(flips + 1)) ? "complete" : "open";
  },
  cashOutMultiplier: play => (play.steps.length === 0 || isLost(play) ? null : multiplierAfter(play.steps.length)),
  least: () => multiplierAfter(1),
  ending: ({ steps }) => ({ landed: steps.map(step => step.shown.side) }),
};
