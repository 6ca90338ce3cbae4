import { type GameRules, gameRules } from "#modules/games/index.ts";
import { invariantsOf } from "#modules/ledger/server/index.ts";
import { decidedBets } from "#modules/wallet/server/index.ts";
import { drawnAtOnce } from "./payouts/drawn-at-once.ts";
import { multiplayerPayouts } from "./payouts/multiplayer.ts";
import { playedInSteps } from "./payouts/played-in-steps.ts";

/**
 * What bets paid, computed a second time, in SQL and from the published rules and tables, so that a mistake in a game's
 * own code shows. That draws follow from the seeds is checked by the independent verifiers, which the tests run over
 * every kind of round.
 */
export const payoutInvariantsUnder = (rules: GameRules) =>
  invariantsOf({
    ...drawnAtOnce(rules),
    ...playedInSteps(rules),
    ...multiplayerPayouts(rules),
    "I8 no bet pays more than its win cap": `
    SELECT player_id, key, payout, win_cap FROM ${decidedBets()} b WHERE payout > win_cap`,
  });

/** With the rules that are published. */
export const payoutInvariants = payoutInvariantsUnder(gameRules);
