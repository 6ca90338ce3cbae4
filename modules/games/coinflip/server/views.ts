import { playOf } from "#modules/engines/stepwise/server/index.ts";
import type { Fits, RoundEnd } from "#modules/engines/stepwise/shared/stepwise.ts";
import { openRoundOf } from "#modules/wallet/server/index.ts";
import type { Bet, OpenRound } from "#modules/wallet/server/port.ts";
import { type CoinflipRules, type LadderPlay, type LadderStart, ladderOf, type Side } from "../shared/rules.ts";
import { calledOf, ladderView } from "../shared/view.ts";

/** What may be shown of a bet, by allow lists, read from what this game wrote into it. */

type Outcome = { readonly landed: Side[] };

/** A single flip. */
export function factsOf(bet: Bet) {
  const { side } = bet.choice as { side: Side };
  const { landed } = bet.outcome as Outcome;
  return { inputs: { side }, outcome: { landed } };
}

/** A ladder. */
export const ladderFacts = (rules: CoinflipRules) => ({
  rules: ladderOf(rules),
  inputs: (play: LadderPlay) => ({ ladder: true as const, called: calledOf(play) }),
  outcome: ladderOutcome,
  view: (play: LadderPlay, fits: Fits) => ladderView(rules, play, fits),
});

function ladderOutcome(bet: OpenRound): { readonly landed: Side[]; readonly end: RoundEnd } {
  const { landed: sides, end } = bet.outcome as unknown as Outcome & { readonly end: RoundEnd };
  return { landed: sides, end };
}

/** One line of the player's own history; of an open ladder it says only that it began. */
export function historyFacts(bet: Bet) {
  const { status } = bet;
  if (!bet.journal) {
    const { inputs, outcome } = factsOf(bet);
    return { status, ladder: false, called: [inputs.side], outcome };
  }
  if (status === "open") return { status, ladder: true, called: [], outcome: null };
  const round = openRoundOf(bet);
  const play = playOf<LadderStart, { readonly side: Side }, object, { readonly side: Side }>(round);
  return { status, ladder: true, called: calledOf(play), outcome: ladderOutcome(round) };
}
