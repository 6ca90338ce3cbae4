import type { RoundFacts } from "#modules/desk/server/index.ts";
import { multiplierText } from "#modules/desk/shared/multiplier.ts";
import type { RoundEnd } from "#modules/desk/shared/stepwise.ts";
import {
  guesses,
  type HiloChoice,
  type HiloChoiceName,
  type HiloPlay,
  type HiloShown,
  hiloRules,
  multiplierAfter,
} from "../shared/rules.ts";

/** What may be shown of a round: each view is built from an allow list. */

type HiloInputs = { readonly choices: HiloChoiceName[] };
type HiloOutcome = { readonly cards: number[]; readonly end: RoundEnd };

const choicesOf = ({ steps }: HiloPlay): HiloChoiceName[] => steps.map(step => step.choice.choice);

export const hiloFacts = {
  rules: hiloRules,
  inputs: (play: HiloPlay) => ({ choices: choicesOf(play) }),
  outcome(bet): HiloOutcome {
    const { cards, end } = bet.outcome as unknown as HiloOutcome;
    return { cards, end };
  },
  view: (play: HiloPlay, fits) => ({
    cards: [play.opening.card, ...play.steps.map(step => step.shown.card)],
    choices: choicesOf(play),
    offers: hiloRules.state(play, fits) === "open" ? offersOf(play, fits) : [],
  }),
} satisfies Partial<
  RoundFacts<Record<string, never>, HiloChoice, HiloShown, HiloShown, HiloInputs, HiloOutcome, unknown>
>;

function offersOf(play: HiloPlay, fits: Parameters<typeof hiloRules.refuses>[2]) {
  return guesses
    .filter(guess => hiloRules.refuses(play, { choice: guess }, fits) === undefined)
    .map(guess => {
      const { numerator, denominator } = multiplierAfter(play, guess);
      return { guess, multiplier: multiplierText(numerator, denominator) };
    });
}
