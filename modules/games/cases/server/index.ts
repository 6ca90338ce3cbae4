import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type InstantNeeds, openInstantGame } from "#modules/engines/instant/server/index.ts";
import manifest from "../module.ts";
import { casesChannel, getCases, getCasesRounds, openCases } from "../shared/contract.ts";
import { priceChanged } from "../shared/errors.ts";
import { casesLimits } from "../shared/limits.ts";
import { caseConfiguration, casesFaults, casesRules, rtpPercentOf } from "../shared/rules.ts";
import { placeBet } from "./place-bet.ts";
import { casesView, factsOf } from "./views.ts";

/** Makes the game. Throws InvariantError when a case returns anything else than the others. `rules`: other versions, for tests. */
export function createCases(_host: Host, needs: InstantNeeds, rules = casesRules): ServerModule {
  const faults = rules.all.flatMap(casesFaults);
  invariant(faults.length === 0, `cases are not opened with these tables: ${faults.join("; ")}`);
  const game = openInstantGame(needs, {
    game: "cases",
    limits: casesLimits,
    rules,
    rtpPercentOf,
    channel: casesChannel,
    facts: factsOf,
    configurationOf: (madeWith, { inputs: { slug } }) => caseConfiguration(madeWith, slug),
  });
  return {
    manifest,
    errors: [priceChanged],
    handlers: [
      handle(getCases, async call => ({
        data: { ...game.info(call), cases: casesView(rules.current, needs.bets.currencyOf(call)) },
      })),
      handle(openCases, call => placeBet(game, call)),
      handle(getCasesRounds, async call => ({ data: await game.rounds(call) })),
    ],
    channels: game.channels,
  };
}
