import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type InstantNeeds, openInstantGame } from "#modules/engines/instant/server/index.ts";
import manifest from "../module.ts";
import { getKeno, getKenoRounds, kenoChannel, placeKenoBet } from "../shared/contract.ts";
import { kenoLimits } from "../shared/limits.ts";
import { kenoConfiguration, tableFaults } from "../shared/rules.ts";
import { placeBet } from "./place-bet.ts";
import { factsOf, tablesView } from "./views.ts";

/** Makes the game. Throws InvariantError when a row of its tables returns anything but 98.9 to 99.1 %: the house does not open with it. */
export function createKeno(_host: Host, needs: InstantNeeds): ServerModule {
  const faults = tableFaults(kenoConfiguration.tables);
  invariant(faults.length === 0, `keno is not opened with these tables: ${faults.join("; ")}`);
  const tables = tablesView();
  const game = openInstantGame(needs, {
    ...{ game: "keno", limits: kenoLimits, rtpPercent: 99, configuration: kenoConfiguration },
    ...{ channel: kenoChannel, facts: factsOf },
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
