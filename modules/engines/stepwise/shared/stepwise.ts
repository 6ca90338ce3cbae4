import type { WordStream } from "#kit/fair/stream.ts";
import type { Ratio } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";

/**
 * The rules of a game that is played in steps, pure: the engine plays real rounds by them, pages play demo rounds by them, and verifiers recompute
 * rounds. What a step reveals follows from the round's stream and the steps before it; nothing is stored before it is shown.
 */

/** A round so far. */
export interface Play<Start, Choice, Opening, Shown> {
  /** The choice at the start. */
  readonly start: Start;
  /** What the start revealed. */
  readonly opening: Opening;
  readonly steps: readonly { readonly choice: Choice; readonly shown: Shown }[];
}

/** Whether a payout at this multiplier stays within the bet's win cap. */
export type Fits = (multiplier: Ratio) => boolean;

/** `taken`: already chosen; `over_cap`: its payout could pass the win cap. */
export type NotOffered = "taken" | "over_cap";

export interface StepwiseRules<Start, Choice, Opening, Shown> {
  readonly game: string;
  opening(start: Start, stream: WordStream): Opening;
  /** What the choice reveals. `stream` is the round's own, from its first word. */
  show(play: Play<Start, Choice, Opening, Shown>, choice: Choice, stream: WordStream): Shown;
  /** Why the choice is refused now; undefined when it is allowed. Decided before anything is drawn. */
  refuses(play: Play<Start, Choice, Opening, Shown>, choice: Choice, fits: Fits): NotOffered | undefined;
  /** `lost`, or `complete` when nothing is left to choose: then it is cashed out automatically. */
  state(play: Play<Start, Choice, Opening, Shown>, fits: Fits): "open" | "lost" | "complete";
  /** What cashing out pays; null while there is nothing to cash out. */
  cashOutMultiplier(play: Play<Start, Choice, Opening, Shown>): Ratio | null;
  /** The smallest multiplier that a first step can lead to: a stake that would pass the win cap at it is refused. */
  least(start: Start): Ratio;
  /** What a round returns of its stake on average, whenever it is cashed out. */
  readonly returned: Ratio;
  /** What a finished round shows besides its steps, such as the whole board. */
  ending(play: Play<Start, Choice, Opening, Shown>, stream: WordStream): { readonly [key: string]: Json };
}

/** How a stepwise round ended. */
export const roundEnds = ["lost", "cashed_out", "completed", "expired", "refunded"] as const;
export type RoundEnd = (typeof roundEnds)[number];
