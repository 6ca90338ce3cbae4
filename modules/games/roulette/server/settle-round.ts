import type { RoundEnds } from "#modules/engines/shared-rounds/server/index.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { RouletteState } from "../shared/contract.ts";
import { tableName, transitions } from "../shared/round.ts";
import { drawPocket, payoutAt, type RouletteRules } from "../shared/rules.ts";
import { chipsOf } from "./bet-choice.ts";
import type { RouletteOutcome } from "./views.ts";

/**
 * How bets end with their round: the one place that says what the table pays. A round left while it still took bets is voided and every stake
 * refunded. Once it was locked its number is fixed, so it is paid as it falls: a fault cannot be used to choose which numbers count.
 */
export function rouletteEnds(versions: RuleVersions<RouletteRules>): RoundEnds<RouletteState> {
  return {
    name: tableName,
    transitions,
    revealed: "landed",
    draw: (version, stream) => drawPocket(versions.rulesOf(version), stream),
    endOf(bet, state, pocket) {
      if (state === "betting") return { kind: "voided", outcome: { pocket: null } satisfies RouletteOutcome };
      const payout = payoutAt(versions.rulesOf(bet.rulesVersion), chipsOf(bet), pocket);
      return { kind: "paid", payout, outcome: { pocket } satisfies RouletteOutcome };
    },
  };
}
