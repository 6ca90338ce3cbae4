import { formatHundredths } from "#kit/std/hundredths.ts";
import type { BetFacts } from "#modules/bets/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { PlinkoChoice } from "../shared/contract.ts";
import type { PlinkoRules, Risk } from "../shared/rules.ts";

export type PlinkoFacts = BetFacts<PlinkoChoice, { readonly path: string; readonly slot: number }>;

/** What may be shown of a ball, by an allow list, read from what this game wrote into its bet. */
export function factsOf(bet: Bet): PlinkoFacts {
  const { rows, risk } = bet.choice as PlinkoChoice;
  const { path, slot } = bet.outcome as PlinkoFacts["outcome"];
  return { inputs: { rows, risk }, outcome: { path, slot } };
}

/** The payout tables as published. */
export function tablesView(rules: PlinkoRules) {
  const tables = (risk: Risk) =>
    rules.tables[risk].map(table => ({
      rows: table.length - 1,
      multipliers: table.map(formatHundredths),
    }));
  return { low: tables("low"), medium: tables("medium"), high: tables("high") };
}
