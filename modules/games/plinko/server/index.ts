import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type InstantNeeds, openInstantGame } from "#modules/engines/instant/server/index.ts";
import manifest from "../module.ts";
import { getPlinko, getPlinkoRounds, placePlinkoBet, plinkoChannel } from "../shared/contract.ts";
import { plinkoLimits } from "../shared/limits.ts";
import { plinkoRules, rtpPercentOf, tableFaults } from "../shared/rules.ts";
import { placeBet } from "./place-bet.ts";
import { factsOf, tablesView } from "./views.ts";

/** Makes the game. Throws InvariantError when one of its tables returns anything but what the others do. `rules`: other versions, for tests. */
export function createPlinko(_host: Host, needs: InstantNeeds, rules = plinkoRules): ServerModule {
  const faults = rules.all.flatMap(tableFaults);
  invariant(faults.length === 0, `plinko is not opened with these tables: ${faults.join("; ")}`);
  const tables = tablesView(rules.current);
  const game = openInstantGame(needs, {
    game: "plinko",
    limits: plinkoLimits,
    rules,
    rtpPercentOf,
    channel: plinkoChannel,
    facts: factsOf,
  });
  return {
    manifest,
    handlers: [
      handle(getPlinko, async call => ({ data: { ...game.info(call), tables } })),
      handle(placePlinkoBet, call => placeBet(game, call)),
      handle(getPlinkoRounds, async call => ({ data: await game.rounds(call) })),
    ],
    channels: game.channels,
  };
}
