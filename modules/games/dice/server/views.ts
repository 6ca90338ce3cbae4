import type { BetFacts } from "#modules/bets/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { DiceChoice } from "../shared/contract.ts";

export type DiceFacts = BetFacts<DiceChoice, { readonly roll: string }>;

/** What may be shown of a roll, by an allow list, read from what this game wrote into its bet. */
export function factsOf(bet: Bet): DiceFacts {
  const { direction, target } = bet.choice as DiceChoice;
  const { roll } = bet.outcome as { roll: string };
  return { inputs: { direction, target }, outcome: { roll } };
}
