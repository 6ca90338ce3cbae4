import { micros } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import { type Leadership, settleBets } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet, Settlement, WalletPort } from "#modules/wallet/server/port.ts";
import { tableName } from "../shared/round.ts";
import { payoutAt, rouletteRules } from "../shared/rules.ts";
import { chipsOf } from "./bet-choice.ts";
import type { RouletteOutcome } from "./views.ts";

/**
 * Pays the bets of a round by its pocket, or gives every stake back with `null`: the one place from which the table pays.
 * Retried until it succeeds, or until a newer leader ends this leadership.
 * @returns the bets as they are now in the books
 */
export function settleAll(
  wallet: Pick<WalletPort, "settle">,
  leadership: Leadership,
  bets: readonly Bet[],
  pocket: number | null,
): Promise<Bet[]> {
  const ends = bets.map(bet => ({ bet, result: resultOf(bet, pocket) }));
  return settleBets(wallet, tableName, leadership, ends);
}

function resultOf(bet: Bet, pocket: number | null): Settlement["result"] {
  const outcome: Json = { pocket } satisfies RouletteOutcome;
  return pocket === null
    ? { kind: "voided", outcome }
    : {
        kind: "paid",
        payout: micros(payoutAt(rouletteRules.rulesOf(bet.rulesVersion), chipsOf(bet), pocket)),
        outcome,
      };
}
