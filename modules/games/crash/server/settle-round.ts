import { micros } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { Json } from "#kit/std/json.ts";
import type { RoundEnds } from "#modules/engines/shared-rounds/server/index.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { Bet, Settlement } from "#modules/wallet/server/port.ts";
import type { CrashState } from "../shared/contract.ts";
import { transitions, windowName } from "../shared/round.ts";
import { automaticCashOut, type CrashRules, drawPoint, payoutAt } from "../shared/rules.ts";
import { crashBetOf } from "./live-round.ts";
import type { CrashOutcome } from "./views.ts";

/** How bets end with their round; players' own cash-outs come before that, in `cash-out.ts`. */
export function crashEnds(versions: RuleVersions<CrashRules>): RoundEnds<CrashState> {
  return {
    name: windowName,
    transitions,
    revealed: "crashed",
    draw: (version, stream) => drawPoint(versions.rulesOf(version), stream),
    endOf,
  };
}

/**
 * Cash-outs that are in the books are final. After the crash was published every other bet goes by its automatic cash-out. In flight, with
 * its leader gone: automatic ones at or below the point are paid, those above it are lost, every other stake is refunded. Before the flight
 * every stake is refunded.
 */
function endOf(bet: Bet, state: CrashState, point: number): Settlement["result"] {
  const terms = crashBetOf(bet);
  const isDecided = state === "crashed" || (state === "flying" && terms.autoCashOut !== null);
  if (!isDecided) return { kind: "voided", outcome: outcome(null) };
  const target = automaticCashOut(terms);
  return target <= point ? cashedOutAt(bet, target) : { kind: "paid", payout: micros(0n), outcome: outcome(null) };
}

/** With {@link endOf} the one place that says what crash pays. @param multiplier hundredths */
export function cashedOutAt({ stake }: Bet, multiplier: number): Settlement["result"] {
  return { kind: "paid", payout: payoutAt(stake, multiplier), outcome: outcome(formatHundredths(multiplier)) };
}

function outcome(cashedOutAt: string | null): Json {
  return { cashed_out_at: cashedOutAt } satisfies CrashOutcome;
}
