import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { type InstantNeeds, openInstantGame } from "#modules/engines/instant/server/index.ts";
import manifest from "../module.ts";
import { diceChannel, getDice, getDiceRounds, placeDiceBet } from "../shared/contract.ts";
import { diceLimits } from "../shared/limits.ts";
import { diceRules, rtpPercentOf } from "../shared/rules.ts";
import { placeBet } from "./place-bet.ts";
import { factsOf } from "./views.ts";

/** `rules`: other versions, for tests. */
export function createDice(_host: Host, needs: InstantNeeds, rules = diceRules): ServerModule {
  const game = openInstantGame(needs, {
    game: "dice",
    limits: diceLimits,
    rules,
    rtpPercentOf,
    channel: diceChannel,
    facts: factsOf,
  });
  return {
    manifest,
    handlers: [
      handle(getDice, async call => ({ data: game.info(call) })),
      handle(placeDiceBet, call => placeBet(game, call)),
      handle(getDiceRounds, async call => ({ data: await game.rounds(call) })),
    ],
    channels: game.channels,
  };
}
