import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import type { Fits } from "#modules/engines/stepwise/shared/stepwise.ts";
import { type CoinflipRules, type LadderPlay, ladderOf, multiplierAfter, type Side } from "./rules.ts";

export const calledOf = ({ steps }: Pick<LadderPlay, "steps">): Side[] => steps.map(step => step.choice.side);
export const landedOf = ({ steps }: Pick<LadderPlay, "steps">): Side[] => steps.map(step => step.shown.side);

/** What may be shown of a ladder in play, by an allow list: for the server's responses and for demo play. */
export function ladderView(rules: CoinflipRules, play: LadderPlay, fits: Fits) {
  const next = multiplierAfter(rules, play.steps.length + 1);
  const offered = ladderOf(rules).state(play, fits) === "open";
  return {
    called: calledOf(play),
    landed: landedOf(play),
    next: offered ? multiplierText(next.numerator, next.denominator) : null,
  };
}
