import type { Fits, RoundEnd } from "#modules/engines/stepwise/shared/stepwise.ts";
import type { OpenRound } from "#modules/wallet/server/port.ts";
import { type MinerPlay, type MinerRules, minerSteps } from "../shared/rules.ts";
import { minerView, tilesOf } from "../shared/view.ts";

/** What may be shown of a round: each view is built from an allow list. */

type MinerOutcome = { readonly board: number[]; readonly end: RoundEnd };

export const minerFacts = (rules: MinerRules) => ({
  rules: minerSteps(rules),
  inputs: (play: MinerPlay) => ({ mines: play.start.mines, tiles: tilesOf(play) }),
  outcome(bet: OpenRound): MinerOutcome {
    const { board, end } = bet.outcome as unknown as MinerOutcome;
    return { board, end };
  },
  view: (play: MinerPlay, fits: Fits) => minerView(rules, play, fits),
});
