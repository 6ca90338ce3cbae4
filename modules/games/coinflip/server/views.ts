import { playOf, type RoundFacts } from "#modules/engines/stepwise/server/index.ts";
import type { RoundEnd } from "#modules/engines/stepwise/shared/stepwise.ts";
import { openRoundOf } from "#modules/wallet/server/index.ts";
import type { Bet, OpenRound } from "#modules/wallet/server/port.ts";
import { type LadderPlay, type LadderStart, ladderRules, type Side } from "../shared/rules.ts";
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
export const ladderFacts = {
  rules: ladderRules,
  inputs: (play: LadderPlay) => ({ ladder: true as const, called: calledOf(play) }),
  outcome(bet: OpenRound) {
    const { landed: sides, end } = bet.outcome as unknown as Outcome & { readonly end: RoundEnd };
    return { landed: sides, end };
  },
  view: ladderView,
} satisfies Partial<
  RoundFacts<
    LadderStart,
    { readonly side: Side },
    Readonly<Record<string, never>>,
    { readonly side: Side },
    { readonly ladder: true; readonly called: Side[] },
    { readonly landed: Side[]; readonly end: RoundEnd },
    unknown
  >
>;

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
  return { status, ladder: true, called: calledOf(play), outcome: ladderFacts.outcome(round) };
}
