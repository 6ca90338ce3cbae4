import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { openStepwiseGame, type StepwiseNeeds } from "#modules/engines/stepwise/server/index.ts";
import manifest from "../module.ts";
import { cashOutHilo, getHilo, getHiloRounds, guessHiloCard, hiloChannel, startHiloRound } from "../shared/contract.ts";
import { hiloLimits } from "../shared/limits.ts";
import { hiloRules, rtpPercentOf } from "../shared/rules.ts";
import { hiloFacts } from "./views.ts";

/** Makes the game. Its rounds are PLACED, stepped and SETTLED by the round service, under the rules of `shared/rules.ts`. `rules`: other versions, for tests. */
export function createHilo(_host: Host, needs: StepwiseNeeds, rules = hiloRules): ServerModule {
  const game = openStepwiseGame(needs, {
    limits: hiloLimits,
    game: "hilo",
    rules,
    rtpPercentOf,
    channel: hiloChannel,
    startRoute: startHiloRound,
    facts: hiloFacts,
  });
  return {
    manifest,
    handlers: [
      handle(getHilo, async call => ({ data: await game.info(call) })),
      handle(startHiloRound, async call => ({ data: await game.start(call, {}) })),
      handle(guessHiloCard, async call => ({ data: await game.step(call, { choice: call.input.body.choice }) })),
      handle(cashOutHilo, async call => ({ data: await game.cashOut(call) })),
      handle(getHiloRounds, async call => ({ data: await game.rounds(call) })),
    ],
    channels: game.channels,
  };
}
