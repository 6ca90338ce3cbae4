import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import { type InstantNeeds, openInstantGame } from "#modules/engines/instant/server/index.ts";
import { factsByVersion, roundAnswer, roundProof, type StepwiseNeeds } from "#modules/engines/stepwise/server/index.ts";
import { openRoundOf } from "#modules/wallet/server/index.ts";
import type { OpenRound } from "#modules/wallet/server/port.ts";
import manifest from "../module.ts";
import {
  cashOutCoinflip,
  coinflipChannel,
  flipCoin,
  getCoinflip,
  getCoinflipRounds,
  placeCoinflipBet,
} from "../shared/contract.ts";
import { coinflipLimits } from "../shared/limits.ts";
import { coinflipRules, rtpPercentOf } from "../shared/rules.ts";
import { placeBet } from "./place-bet.ts";
import { factsOf, historyFacts, ladderFacts } from "./views.ts";

/** Makes the game: single flips decided at once, and ladders that the round service plays in steps, under one game id in the books. `rules`: other versions, for tests. */
export function createCoinflip(
  _host: Host,
  needs: InstantNeeds & Pick<StepwiseNeeds, "stepwise">,
  rules = coinflipRules,
): ServerModule {
  const { bets, stepwise } = needs;
  const factsOfRound = factsByVersion(rules, ladderFacts);
  const game = openInstantGame(needs, {
    game: "coinflip",
    limits: coinflipLimits,
    rules,
    rtpPercentOf,
    channel: coinflipChannel,
    facts: factsOf,
    history: historyFacts,
    roundProof: (bet, seed) => (bet.journal ? roundProof(factsOfRound(bet), openRoundOf(bet), seed) : undefined),
  });
  const ladders = stepwise.openRounds({
    rulesOf: version => factsOfRound({ rulesVersion: version }).rules,
    game: "coinflip",
    limits: coinflipLimits,
    rulesVersion: rules.current.version,
    startRoute: placeCoinflipBet,
    async view(round: OpenRound) {
      const { number } = required(round.seed, "a ladder has a seed");
      return roundAnswer(factsOfRound(round), bets.ids, round, await bets.seeds.hash(round.player, number));
    },
    onEnded(bet) {
      // A refunded ladder is neither a win nor a loss.
      if (bet.status !== "voided") game.decided(bet);
    },
  });

  return {
    manifest,
    handlers: [
      handle(getCoinflip, async call => {
        const round = call.session && (await ladders.open(call.session.player));
        return { data: { ...game.info(call), ...(round && { round }) } };
      }),
      handle(placeCoinflipBet, async call => {
        const { side, ...input } = call.input.body;
        return { data: side ? await placeBet(game, call, side) : await ladders.start(call, input, { ladder: true }) };
      }),
      handle(flipCoin, async call => ({
        data: await ladders.step(call, call.input.params.id, { side: call.input.body.side }, call.input.body.steps),
      })),
      handle(cashOutCoinflip, async call => ({ data: await ladders.cashOut(call, call.input.params.id) })),
      handle(getCoinflipRounds, async call => ({ data: await game.rounds(call) })),
    ],
    channels: game.channels,
  };
}
