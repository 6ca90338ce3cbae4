import { type Micros, payoutOf, type Ratio } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import type { OpenRound } from "#modules/wallet/server/port.ts";
import type { Fits, Play } from "../shared/stepwise.ts";

/** A stored round as the rules see it. The engine does not interpret the game's choices and reveals. */
export function playOf<Start, Choice, Opening, Shown>({
  choice,
  journal,
}: OpenRound): Play<Start, Choice, Opening, Shown> {
  return {
    start: choice as Start,
    opening: journal.opening as Opening,
    steps: journal.steps as readonly { choice: Json; shown: Json }[] as Play<Start, Choice, Opening, Shown>["steps"],
  };
}

/** Whether a payout is within the cap stored in the bet. */
export function fitsOf({ stake, winCap }: { readonly stake: Micros; readonly winCap: Micros }): Fits {
  return (multiplier: Ratio) => payoutOf(stake, multiplier) <= winCap;
}
