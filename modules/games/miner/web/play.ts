import type { RouteOutput } from "#kit/contract/route.ts";
import { frames } from "#modules/bets/web/frames.ts";
import { play } from "#modules/bets/web/sound.ts";
import type { ShownRound } from "#modules/engines/stepwise/web/shown-round.ts";
import type { RoundPlay } from "#modules/engines/stepwise/web/use-rounds.ts";
import { cashOutMiner, getMiner, type getMinerRounds, revealMinerTile, startMinerRound } from "../shared/contract.ts";
import { type MinerChoice, type MinerShown, type MinerStart, minerRules, minerSteps } from "../shared/rules.ts";
import { minerView } from "../shared/view.ts";

/** Duration of a plate tipping away. */
const tipMs = 160;
/** Delay before the rest of a finished board is shown. */
const endMs = 380;

export type MinerView = ReturnType<typeof minerView>;
export type MinerOutcome = NonNullable<RouteOutput<typeof getMinerRounds>["data"]["items"][number]["outcome"]>;
export type ShownMiner = ShownRound<MinerView, MinerOutcome>;

export const minerPlay: RoundPlay<MinerStart, MinerChoice, null, MinerShown, MinerView, MinerOutcome> = {
  routes: { info: getMiner, start: startMinerRound, step: revealMinerTile, cashOut: cashOutMiner },
  demo: {
    rules: minerSteps(minerRules.current),
    view: (played, fits) => minerView(minerRules.current, played, fits),
  },
  startBody: ({ mines }, stake, currency) => ({ stake, currency, mines }),
  stepBody: ({ tile }) => ({ tile }),
  reveal(next, before) {
    if (next.status !== "open") return frames(endMs, () => undefined);
    return before ? frames(tipMs, () => undefined) : Promise.resolve();
  },
  cue(next) {
    if (next.status === "open" && next.steps > 0) play({ name: "tick", height: Math.min(1, next.steps / 12) });
    else if (next.outcome?.end === "lost") play({ name: "burst" });
    else if (next.payout > next.stake) play({ name: "win" });
  },
};
