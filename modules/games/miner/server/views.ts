import type { RoundFacts } from "#modules/desk/server/index.ts";
import { multiplierText } from "#modules/desk/shared/multiplier.ts";
import type { RoundEnd } from "#modules/desk/shared/stepwise.ts";
import {
  type MinerChoice,
  type MinerPlay,
  type MinerShown,
  type MinerStart,
  minerRules,
  multiplierAt,
} from "../shared/rules.ts";

/** What may be shown of a round: each view is built from an allow list. */

type MinerInputs = { readonly mines: number; readonly tiles: number[] };
type MinerOutcome = { readonly board: number[]; readonly end: RoundEnd };

const tilesOf = ({ steps }: MinerPlay): number[] => steps.map(step => step.choice.tile);

export const minerFacts = {
  rules: minerRules,
  inputs: (play: MinerPlay) => ({ mines: play.start.mines, tiles: tilesOf(play) }),
  outcome(bet): MinerOutcome {
    const { board, end } = bet.outcome as unknown as MinerOutcome;
    return { board, end };
  },
  view(play: MinerPlay, fits) {
    const next = multiplierAt(play.start.mines, play.steps.length + 1);
    return {
      mines: play.start.mines,
      tiles: tilesOf(play),
      next: minerRules.state(play, fits) === "open" ? multiplierText(next.numerator, next.denominator) : null,
    };
  },
} satisfies Partial<RoundFacts<MinerStart, MinerChoice, null, MinerShown, MinerInputs, MinerOutcome, unknown>>;
