import type { RouteOutput } from "#kit/contract/route.ts";
import { frames } from "#modules/bets/web/frames.ts";
import { play } from "#modules/bets/web/sound.ts";
import type { ShownRound } from "#modules/engines/stepwise/web/shown-round.ts";
import type { RoundPlay } from "#modules/engines/stepwise/web/use-rounds.ts";
import { cashOutHilo, getHilo, type getHiloRounds, guessHiloCard, startHiloRound } from "../shared/contract.ts";
import { type HiloChoice, type HiloShown, hiloRules, hiloSteps } from "../shared/rules.ts";
import { hiloView } from "../shared/view.ts";

/** A card comes out of the shoe in 260 ms and turns over in 180. */
export const dealMs = 440;

export type HiloView = ReturnType<typeof hiloView>;
export type HiloOutcome = NonNullable<RouteOutput<typeof getHiloRounds>["data"]["items"][number]["outcome"]>;
export type ShownHilo = ShownRound<HiloView, HiloOutcome>;
type Start = Record<string, never>;

export const hiloPlay: RoundPlay<Start, HiloChoice, HiloShown, HiloShown, HiloView, HiloOutcome> = {
  routes: { info: getHilo, start: startHiloRound, step: guessHiloCard, cashOut: cashOutHilo },
  demo: {
    rules: hiloSteps(hiloRules.current),
    view: (played, fits) => hiloView(hiloRules.current, played, fits),
  },
  startBody: (_start, stake, currency) => ({ stake, currency }),
  stepBody: ({ choice }) => ({ choice }),
  reveal(next, before) {
    const dealt = next.view.cards.length !== before?.view.cards.length;
    return dealt ? frames(dealMs, () => undefined) : Promise.resolve();
  },
  cue(next) {
    const rights = next.view.choices.filter(choice => choice !== "skip").length;
    if (next.status === "open") play({ name: "tick", height: Math.min(1, rights / 8) });
    else if (next.payout > next.stake) play({ name: "win" });
  },
};
