import type { RoundFacts } from "#modules/engines/stepwise/server/index.ts";
import type { RoundEnd } from "#modules/engines/stepwise/shared/stepwise.ts";
import { type HiloChoice, type HiloChoiceName, type HiloPlay, type HiloShown, hiloRules } from "../shared/rules.ts";
import { choicesOf, hiloView } from "../shared/view.ts";

/** What may be shown of a round: each view is built from an allow list. */

type HiloInputs = { readonly choices: HiloChoiceName[] };
type HiloOutcome = { readonly cards: number[]; readonly end: RoundEnd };

export const hiloFacts = {
  rules: hiloRules,
  inputs: (play: HiloPlay) => ({ choices: choicesOf(play) }),
  outcome(bet): HiloOutcome {
    const { cards, end } = bet.outcome as unknown as HiloOutcome;
    return { cards, end };
  },
  view: hiloView,
} satisfies Partial<
  RoundFacts<Record<string, never>, HiloChoice, HiloShown, HiloShown, HiloInputs, HiloOutcome, unknown>
>;
