import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import type { Fits } from "#modules/engines/stepwise/shared/stepwise.ts";
import { type MinerPlay, type MinerRules, minerSteps, multiplierAt } from "./rules.ts";

export const tilesOf = ({ steps }: MinerPlay): number[] => steps.map(step => step.choice.tile);

/** The public view of a round in play, for the server's responses and for demo play. */
export function minerView(rules: MinerRules, play: MinerPlay, fits: Fits) {
  const next = multiplierAt(rules, play.start.mines, play.steps.length + 1);
  return {
    mines: play.start.mines,
    tiles: tilesOf(play),
    next: minerSteps(rules).state(play, fits) === "open" ? multiplierText(next.numerator, next.denominator) : null,
  };
}
