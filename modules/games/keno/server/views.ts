import { formatHundredths } from "#kit/std/hundredths.ts";
import type { BetFacts } from "#modules/bets/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { KenoChoice } from "../shared/contract.ts";
import { returnPercent } from "../shared/odds.ts";
import type { KenoRules, Risk } from "../shared/rules.ts";

export type KenoFacts = BetFacts<KenoChoice, { readonly drawn: number[]; readonly hits: number }>;

/** What may be shown of a draw, by an allow list, read from what this game wrote into its bet. */
export function factsOf(bet: Bet): KenoFacts {
  const { picks, risk } = bet.choice as KenoChoice;
  const { drawn, hits } = bet.outcome as KenoFacts["outcome"];
  return { inputs: { picks, risk }, outcome: { drawn, hits } };
}

/** The payout tables as published. */
export function tablesView(rules: KenoRules) {
  const table = (risk: Risk) =>
    rules.tables[risk].map(row => ({
      picks: row.length - 1,
      multipliers: row.map(formatHundredths),
      rtp: returnPercent(row),
    }));
  return { classic: table("classic"), low: table("low"), medium: table("medium"), high: table("high") };
}
