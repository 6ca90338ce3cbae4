import type { RoundFacts } from "#modules/engines/stepwise/server/index.ts";
import type { RoundEnd } from "#modules/engines/stepwise/shared/stepwise.ts";
import { type MinerChoice, type MinerPlay, type MinerShown, type MinerStart, minerRules } from "../shared/rules.ts";
import { minerView, tilesOf } from "../shared/view.ts";

/** What may be shown of a round: each view is built from an allow list. */

type MinerInputs = { readonly mines: number; readonly tiles: number[] };
type MinerOutcome = { readonly board: number[]; readonly end: RoundEnd };

export const minerFacts = {
  rules: minerRules,
  inputs: (play: MinerPlay) => ({ mines: play.start.mines, tiles: tilesOf(play) }),
  outcome(bet): MinerOutcome {
    const { board, end } = bet.outcome as unknown as MinerOutcome;
    return { board, end };
  },
  view: minerView,
} satisfies Partial<RoundFacts<MinerStart, MinerChoice, null, MinerShown, MinerInputs, MinerOutcome, unknown>>;
