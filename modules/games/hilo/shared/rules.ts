import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import type { Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Fits, Play, StepwiseRules } from "#modules/engines/stepwise/shared/stepwise.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";

/**
 * HiLo. Cards come from an endless deck of 52; the player guesses how the next one compares with the open one. Every
 * function is pure; what a version of the rules can change is an argument.
 */

/** The deck: the same under every version. */
export const ranks = 13;
const suits = ["diamonds", "hearts", "spades", "clubs"] as const;

/** What the hash of the configuration covers. */
export interface HiloRules {
  readonly version: string;
  readonly ranks: typeof ranks;
  readonly suits: typeof suits;
  readonly most_cards: number;
  readonly rtp_percent: number;
}

const hilo1: HiloRules = { version: "hilo-1", ranks, suits, most_cards: 100, rtp_percent: 99 };

export const hiloRules = ruleVersions({ current: hilo1, all: [hilo1] });

export const rtpPercentOf = (rules: HiloRules): number => rules.rtp_percent;

export const guesses = ["higher", "lower", "red", "black"] as const;
export type Guess = (typeof guesses)[number];
export const choices = [...guesses, "skip"] as const;
export type HiloChoiceName = (typeof choices)[number];

export interface HiloChoice {
  readonly choice: HiloChoiceName;
}
/** A card of the deck, 0 to 51. */
export interface HiloShown {
  readonly card: number;
}
export type HiloPlay = Play<Record<string, never>, HiloChoice, HiloShown, HiloShown>;

/** 1 ace ... 13 king. */
export const rankOf = (card: number): number => (card % ranks) + 1;
export const suitOf = (card: number): (typeof suits)[number] =>
  required(suits[Math.floor(card / ranks)], "a card of the deck");
/** Diamonds and hearts. */
export const isRed = (card: number): boolean => card < 2 * ranks;

/** The first `count` cards of the stream. */
export function drawCards(stream: WordStream, count: number): number[] {
  return Array.from({ length: count }, () => Number(drawBelow(stream, 52n)));
}

/** How many of the 13 ranks win. A tie wins both ways, but above an ace only what is higher wins, and below a king what is lower. */
export function winningRanks(card: number, guess: "higher" | "lower"): number {
  const rank = rankOf(card);
  if (guess === "higher") return rank === 1 ? ranks - 1 : ranks + 1 - rank;
  return rank === ranks ? ranks - 1 : rank;
}

/** The chance that the guess is right. */
export function chanceOf(card: number, guess: Guess): Ratio {
  return guess === "higher" || guess === "lower"
    ? { numerator: BigInt(winningRanks(card, guess)), denominator: BigInt(ranks) }
    : { numerator: 1n, denominator: 2n };
}

export function isRight(card: number, guess: Guess, next: number): boolean {
  if (guess === "red") return isRed(next);
  if (guess === "black") return !isRed(next);
  const [now, then] = [rankOf(card), rankOf(next)];
  if (guess === "higher") return now === 1 ? then > now : then >= now;
  return now === ranks ? then < now : then <= now;
}

/** The card that lies open. */
export const cardOf = ({ opening, steps }: HiloPlay): number => steps.at(-1)?.shown.card ?? opening.card;

/** The guesses with the cards they were made at and the cards that came; skips are none. */
function guessed({ opening, steps }: HiloPlay) {
  return steps.flatMap(({ choice: { choice }, shown }, index) => {
    const at = steps[index - 1]?.shown.card ?? opening.card;
    return choice === "skip" ? [] : [{ guess: choice, at, next: shown.card }];
  });
}

/** What a round returns exactly, whatever is guessed and whenever it is left: also the multiplier that it starts with. */
export const returnedOf = ({ rtp_percent }: HiloRules): Ratio => {
  return { numerator: BigInt(rtp_percent), denominator: 100n };
};

/** The return times the product of one over the chance of each guess so far: one edge for the whole round. */
export function multiplierOf(rules: HiloRules, play: HiloPlay): Ratio {
  return guessed(play).reduce((product, { guess, at }) => after(product, at, guess), returnedOf(rules));
}

function after(product: Ratio, card: number, guess: Guess): Ratio {
  const chance = chanceOf(card, guess);
  return {
    numerator: product.numerator * chance.denominator,
    denominator: product.denominator * chance.numerator,
  };
}

/** What the multiplier becomes when the guess is right. */
export function multiplierAfter(rules: HiloRules, play: HiloPlay, guess: Guess): Ratio {
  return after(multiplierOf(rules, play), cardOf(play), guess);
}

/** The guess that is hardest to lose, above an ace or below a king, multiplies by this; no guess multiplies by less. */
function smallestStep({ numerator, denominator }: Ratio): Ratio {
  return { numerator: numerator * BigInt(ranks), denominator: denominator * BigInt(ranks - 1) };
}

function isLost(play: HiloPlay): boolean {
  const last = play.steps.at(-1);
  if (!last || last.choice.choice === "skip") return false;
  const at = play.steps.at(-2)?.shown.card ?? play.opening.card;
  return !isRight(at, last.choice.choice, last.shown.card);
}

export const hiloSteps = (
  rules: HiloRules,
): StepwiseRules<Record<string, never>, HiloChoice, HiloShown, HiloShown> => ({
  game: "hilo",
  opening: (_start, stream) => ({ card: required(drawCards(stream, 1)[0], "a card") }),
  show: ({ steps }, _choice, stream) => ({ card: required(drawCards(stream, steps.length + 2).at(-1), "a card") }),
  refuses: (play, { choice }, fits) =>
    choice === "skip" || fits(multiplierAfter(rules, play, choice)) ? undefined : "over_cap",
  state(play, fits: Fits) {
    if (isLost(play)) return "lost";
    const isFull = play.steps.length + 1 >= rules.most_cards;
    return isFull || !fits(smallestStep(multiplierOf(rules, play))) ? "complete" : "open";
  },
  cashOutMultiplier: play => (isLost(play) || guessed(play).length === 0 ? null : multiplierOf(rules, play)),
  returned: returnedOf(rules),
  least: () => smallestStep(returnedOf(rules)),
  ending: ({ opening, steps }) => ({ cards: [opening.card, ...steps.map(step => step.shown.card)] }),
});
