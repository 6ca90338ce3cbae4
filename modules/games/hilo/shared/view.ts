import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import type { Fits } from "#modules/engines/stepwise/shared/stepwise.ts";
import { guesses, type HiloChoiceName, type HiloPlay, type HiloRules, hiloSteps, multiplierAfter } from "./rules.ts";

export const choicesOf = ({ steps }: HiloPlay): HiloChoiceName[] => steps.map(step => step.choice.choice);

/** The public view of a round in play, for the server's responses and for demo play. */
export function hiloView(rules: HiloRules, play: HiloPlay, fits: Fits) {
  return {
    cards: [play.opening.card, ...play.steps.map(step => step.shown.card)],
    choices: choicesOf(play),
    offers: hiloSteps(rules).state(play, fits) === "open" ? offersOf(rules, play, fits) : [],
  };
}

function offersOf(rules: HiloRules, play: HiloPlay, fits: Fits) {
  return guesses
    .filter(guess => hiloSteps(rules).refuses(play, { choice: guess }, fits) === undefined)
    .map(guess => {
      const { numerator, denominator } = multiplierAfter(rules, play, guess);
      return { guess, multiplier: multiplierText(numerator, denominator) };
    });
}
