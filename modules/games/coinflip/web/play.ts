import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { frames } from "#modules/bets/web/frames.ts";
import { play } from "#modules/bets/web/sound.ts";
import type { InstantPlay, ShownBet } from "#modules/engines/instant/web/use-instant-bet.ts";
import type { RoundEnd } from "#modules/engines/stepwise/shared/stepwise.ts";
import type { ShownRound } from "#modules/engines/stepwise/web/shown-round.ts";
import type { RoundPlay } from "#modules/engines/stepwise/web/use-rounds.ts";
import { cashOutCoinflip, flipCoin, getCoinflip, placeCoinflipBet } from "../shared/contract.ts";
import {
  coinflipRules,
  drawSides,
  type FlipChoice,
  type LadderStart,
  ladderOf,
  type Nothing,
  payoutAt,
  type Side,
} from "../shared/rules.ts";
import { ladderView } from "../shared/view.ts";
import { flipMs } from "./coin.tsx";

const { current: rules } = coinflipRules;

/** A flip as the scene shows it: the called side, and the side that is up. */
export type ShownFlip = ShownBet<Side, Side>;

/** How a single flip is played on a page. */
export const flipPlay: InstantPlay<Side, Side> = {
  route: placeCoinflipBet,
  body: (side, stake, currency) => ({ side, stake, currency }),
  read(sent, outcome) {
    const { landed } = outcome as { landed: Side[] };
    return { choice: (sent as { side: Side }).side, outcome: required(landed[0], "a flip has a side") };
  },
  draw(stream, side, stake) {
    const landed = required(drawSides(stream, 1)[0], "a side");
    return { outcome: landed, payout: payoutAt(rules, side, stake, landed) };
  },
  reveal: () => frames(flipMs, () => undefined),
  cue({ payout, stake }) {
    if (payout > stake) play({ name: "win" });
  },
};

export type LadderView = ReturnType<typeof ladderView>;
export interface LadderOutcome {
  readonly landed: readonly Side[];
  readonly end?: RoundEnd | undefined;
}
export type ShownLadder = ShownRound<LadderView, LadderOutcome>;

/** How a ladder is played on a page. */
export const ladderPlay: RoundPlay<LadderStart, FlipChoice, Nothing, FlipChoice, LadderView, LadderOutcome> = {
  routes: { info: getCoinflip, start: placeCoinflipBet, step: flipCoin, cashOut: cashOutCoinflip },
  demo: { rules: ladderOf(rules), view: (played, fits) => ladderView(rules, played, fits) },
  startBody: ({ ladder }, stake: string, currency: Currency) => ({ ladder, stake, currency }),
  stepBody: ({ side }) => ({ side }),
  reveal(next, before) {
    const flipped = next.view.landed.length > (before?.view.landed.length ?? 0);
    return flipped ? frames(flipMs, () => undefined) : Promise.resolve();
  },
  cue(next) {
    if (next.status === "open") play({ name: "tick", height: next.steps / rules.most_flips });
    else if (next.payout > next.stake) play({ name: "win" });
  },
};
