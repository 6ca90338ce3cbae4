import type { BetFacts } from "#modules/bets/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LimboChoice } from "../shared/contract.ts";

export type LimboFacts = BetFacts<LimboChoice, { readonly result: string }>;

/** What may be shown of a bet, by an allow list, read from what this game wrote into it. */
export function factsOf(bet: Bet): LimboFacts {
  const { target } = bet.choice as LimboChoice;
  const { result } = bet.outcome as { result: string };
  return { inputs: { target }, outcome: { result } };
}
