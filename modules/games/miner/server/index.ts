import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { openStepwiseGame, type StepwiseNeeds } from "#modules/engines/stepwise/server/index.ts";
import manifest from "../module.ts";
import {
  cashOutMiner,
  getMiner,
  getMinerRounds,
  minerChannel,
  revealMinerTile,
  startMinerRound,
} from "../shared/contract.ts";
import { minerLimits } from "../shared/limits.ts";
import { minerRules, rtpPercentOf } from "../shared/rules.ts";
import { minerFacts } from "./views.ts";

/** Makes the game. Its rounds are PLACED, stepped and SETTLED by the round service, under the rules of `shared/rules.ts`. `rules`: other versions, for tests. */
export function createMiner(_host: Host, needs: StepwiseNeeds, rules = minerRules): ServerModule {
  const game = openStepwiseGame(needs, {
    limits: minerLimits,
    game: "miner",
    rules,
    rtpPercentOf,
    channel: minerChannel,
    startRoute: startMinerRound,
    facts: minerFacts,
  });
  return {
    manifest,
    handlers: [
      handle(getMiner, async call => ({ data: await game.info(call) })),
      handle(startMinerRound, async call => ({ data: await game.start(call, { mines: call.input.body.mines }) })),
      handle(revealMinerTile, async call => ({ data: await game.step(call, { tile: call.input.body.tile }) })),
      handle(cashOutMiner, async call => ({ data: await game.cashOut(call) })),
      handle(getMinerRounds, async call => ({ data: await game.rounds(call) })),
    ],
    channels: game.channels,
  };
}
