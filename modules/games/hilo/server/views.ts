import type { Fits, RoundEnd } from "#modules/engines/stepwise/shared/stepwise.ts";
import type { OpenRound } from "#modules/wallet/server/port.ts";
import { type HiloPlay, type HiloRules, hiloSteps } from "../shared/rules.ts";
import { choicesOf, hiloView } from "../shared/view.ts";

/** What may be shown of a round: each view is built from an allow list. */

type HiloOutcome = { readonly cards: number[]; readonly end: RoundEnd };

export const hiloFacts = (rules: HiloRules) => ({
  rules: hiloSteps(rules),
  inputs: (play: HiloPlay) => ({ choices: choicesOf(play) }),
  outcome(bet: OpenRound): HiloOutcome {
    const { cards, end } = bet.outcome as unknown as HiloOutcome;
    return { cards, end };
  },
  view: (play: HiloPlay, fits: Fits) => hiloView(rules, play, fits),
});
