import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Play, StepwiseRules } from "#modules/engines/stepwise/shared/stepwise.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";

/**
 * Coinflip against the casino: one flip at 1.98, or a ladder of up to twenty, of which n right ones pay 0.99 × 2^n. Every
 * function is pure and takes the rules of the bet.
 */

export const sides = ["heads", "tails"] as const;
export type Side = (typeof sides)[number];

/** What the hash of the configuration covers. */
export interface CoinflipRules {
  readonly version: string;
  readonly sides: readonly Side[];
  readonly rtp_percent: number;
  readonly most_flips: number;
}

const coinflip1: CoinflipRules = { version: "coinflip-1", sides, rtp_percent: 99, most_flips: 20 };

export const coinflipRules = ruleVersions({ current: coinflip1, all: [coinflip1] });

export const rtpPercentOf = (rules: CoinflipRules): number => rules.rtp_percent;

/** The same exactly, for a flip and for a ladder left after any number of flips. */
export const returnedOf = ({ rtp_percent }: CoinflipRules): Ratio => {
  return { numerator: BigInt(rtp_percent), denominator: 100n };
};

/** What n right flips pay, exactly: the return × 2^n, the same in both ways of playing. */
export function multiplierAfter(rules: CoinflipRules, flips: number): Ratio {
  return { numerator: BigInt(rules.rtp_percent) << BigInt(flips), denominator: 100n };
}

/** The sides that lie up after so many flips of the stream: a draw below 2 each, 0 is heads. */
export function drawSides(stream: WordStream, count: number): Side[] {
  return Array.from({ length: count }, () => required(sides[Number(drawBelow(stream, 2n))], "one of two sides"));
}

/** What a single flip pays. */
export function payoutAt(rules: CoinflipRules, chosen: Side, stake: Micros, side: Side): Micros {
  return chosen === side ? payoutOf(stake, multiplierAfter(rules, 1)) : micros(0n);
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
export const ladderOf = (rules: CoinflipRules): StepwiseRules<LadderStart, FlipChoice, Nothing, FlipChoice> => ({
  game: "coinflip",
  opening: () => ({}),
  show: ({ steps }, _choice, stream) => ({ side: required(drawSides(stream, steps.length + 1).at(-1), "a side") }),
  refuses: ({ steps }, _choice, fits) => (fits(multiplierAfter(rules, steps.length + 1)) ? undefined : "over_cap"),
  state(play, fits) {
    if (isLost(play)) return "lost";
    const flips = play.steps.length;
    return flips >= rules.most_flips || !fits(multiplierAfter(rules, flips + 1)) ? "complete" : "open";
  },
  cashOutMultiplier: play =>
    play.steps.length === 0 || isLost(play) ? null : multiplierAfter(rules, play.steps.length),
  returned: returnedOf(rules),
  least: () => multiplierAfter(rules, 1),
  ending: ({ steps }) => ({ landed: steps.map(step => step.shown.side) }),
});
