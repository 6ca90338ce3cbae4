import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { type InstantNeeds, openInstantGame } from "#modules/engines/instant/server/index.ts";
import manifest from "../module.ts";
import { getLimbo, getLimboRounds, limboChannel, placeLimboBet } from "../shared/contract.ts";
import { limboLimits } from "../shared/limits.ts";
import { limboRules, rtpPercentOf } from "../shared/rules.ts";
import { placeBet } from "./place-bet.ts";
import { factsOf } from "./views.ts";

/** `rules`: other versions, for tests. */
export function createLimbo(_host: Host, needs: InstantNeeds, rules = limboRules): ServerModule {
  const game = openInstantGame(needs, {
    game: "limbo",
    limits: limboLimits,
    rules,
    rtpPercentOf,
    channel: limboChannel,
    facts: factsOf,
  });
  return {
    manifest,
    handlers: [
      handle(getLimbo, async call => ({ data: game.info(call) })),
      handle(placeLimboBet, call => placeBet(game, call)),
      handle(getLimboRounds, async call => ({ data: await game.rounds(call) })),
    ],
    channels: game.channels,
  };
}
