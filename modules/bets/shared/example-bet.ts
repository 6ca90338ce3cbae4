import type { Ratio } from "#kit/money/amount.ts";
import type { BetOdds } from "./bet-odds.ts";

/** A bet whose worth a player may look at before they claim a bonus. */
export interface ExampleBet {
  /** Within its game. */
  readonly id: string;
  readonly odds: BetOdds;
  /** What such bets return of their stake on average: what they count follows from it. */
  readonly returned: Ratio;
}
