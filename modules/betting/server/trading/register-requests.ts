import { registerDelay } from "./change-delay.ts";
import { registerFactor } from "./change-player-factor.ts";
import { registerTerms } from "./change-terms.ts";
import { registerCorrection } from "./decide-correction.ts";
import { registerLift } from "./hold-market.ts";
import type { TradingNeeds } from "./needs.ts";
import { registerSettlement } from "./settle-by-hand.ts";
import { registerVoidError } from "./void-palpable-error.ts";
import { registerVoidSlip } from "./void-slip.ts";
import { registerWaiver } from "./waive-debt.ts";

/** What one trader requests and another approves. */
export function registerRequests(needs: TradingNeeds): void {
  for (const register of [
    registerLift,
    registerTerms,
    registerDelay,
    registerSettlement,
    registerVoidError,
    registerVoidSlip,
    registerWaiver,
    registerCorrection,
    registerFactor,
  ])
    register(needs);
}
