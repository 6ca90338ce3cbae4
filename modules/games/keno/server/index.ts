import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type InstantNeeds, openInstantGame } from "#modules/engines/instant/server/index.ts";
import manifest from "../module.ts";
import { getKeno, getKenoRounds, kenoChannel, placeKenoBet } from "../shared/contract.ts";
import { kenoLimits } from "../shared/limits.ts";
import { kenoRules, rtpPercentOf, tableFaults } from "../shared/rules.ts";
import { placeBet } from "./place-bet.ts";
import { factsOf, tablesView } from "./views.ts";

/** Makes the game. Throws InvariantError when a row of its tables returns anything else than the others. `rules`: other versions, for tests. */
export function createKeno(_host: Host, needs: InstantNeeds, rules = kenoRules): ServerModule {
  const faults = rules.all.flatMap(tableFaults);
  invariant(faults.length === 0, `keno is not opened with these tables: ${faults.join("; ")}`);
  const tables = tablesView(rules.current);
  const game = openInstantGame(needs, {
    game: "keno",
    limits: kenoLimits,
    rules,
    rtpPercentOf,
    channel: kenoChannel,
    facts: factsOf,
  });
  return {
    manifest,
    handlers: [
      handle(getKeno, async call => ({ data: { ...game.info(call), tables } })),
      handle(placeKenoBet, call => placeBet(game, call)),
      handle(getKenoRounds, async call => ({ data: await game.rounds(call) })),
    ],
    channels: game.channels,
  };
}
