import { findLine } from "#modules/odds/shared/market-kinds.ts";
import type { MarketTerms } from "#modules/odds/shared/market-terms.ts";
import { type RiskLimit, riskLimits } from "../shared/risk-limits.ts";

export interface LegLimit extends RiskLimit {
  /** The player's own limit is lower than everybody's. */
  readonly isLowered: boolean;
}

/** What a slip may win on a leg and what its outcome may cost. `factor`: the player's part of the first, in thousandths. */
export function legLimit(
  { market, spec }: { readonly market: string; readonly spec: string },
  terms: MarketTerms | null | undefined,
  factor = 1000,
): LegLimit {
  const { win, outcome } = riskLimits[findLine(market, spec)?.kind.group ?? "main"];
  return {
    win: (BigInt(terms?.maxWin ?? win) * BigInt(factor)) / 1000n,
    outcome: BigInt(terms?.cap ?? outcome),
    isLowered: factor < 1000,
  };
}
