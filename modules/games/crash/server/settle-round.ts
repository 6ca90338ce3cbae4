import { type Micros, micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { invariant, must } from "#kit/std/invariant.ts";
import { canonicalJson, type Json } from "#kit/std/json.ts";
import type { Bet, Settlement, WalletPort } from "#modules/wallet/server/port.ts";
import { payoutAt } from "../shared/rules.ts";
import type { Reign } from "./leader.ts";
import type { CrashOutcome } from "./views.ts";

export const gateName = "crash";
/** Bets that are on their way to the wallet at one time: well below what a lane takes. */
const chunk = 256;

/** How a bet ends: cashed out at hundredths, lost, or given back. */
export type Ending =
  | { readonly kind: "cashed_out"; readonly at: number }
  | { readonly kind: "lost" }
  | { readonly kind: "refunded" };

/**
 * Ends one bet, repeated until it is done. The one place from which crash pays. A newer leader ends the reign instead.
 * @param key the player's own key of a cash-out, so that a repeat of it gets the same answer
 * @returns the bet as it is now in the books
 */
export function settleBet(
  wallet: Pick<WalletPort, "settle">,
  reign: Reign,
  bet: Bet,
  ending: Ending,
  key?: Uuid,
): Promise<Bet> {
  const settlement: Settlement = {
    player: bet.player,
    bet: bet.key,
    ...(key === undefined ? {} : { key }),
    result: resultOf(bet, ending),
    gate: { name: gateName, epoch: reign.epoch },
  };
  return reign.untilDone("settle a bet", async () => {
    const answer = await wallet.settle(settlement);
    if (answer.kind === "settled") return answer.bet;
    invariant(answer.reason !== "unknown_bet", "a bet of this round is in the books");
    // Ended as decided here: an earlier try was committed. Ended otherwise: by a newer leader.
    const ended = answer.reason === "already_settled" && isEndedAs(answer.bet, settlement.result) ? answer.bet : null;
    reign.unlessFenced(ended !== null);
    return must(ended, "the reign is over");
  });
}

/** Ends many bets, a chunk at a time. */
export async function settleAll(
  wallet: Pick<WalletPort, "settle">,
  reign: Reign,
  bets: readonly { readonly bet: Bet; readonly ending: Ending }[],
): Promise<Bet[]> {
  const ended: Bet[] = [];
  for (let i = 0; i < bets.length; i += chunk)
    ended.push(
      ...(await Promise.all(bets.slice(i, i + chunk).map(({ bet, ending }) => settleBet(wallet, reign, bet, ending)))),
    );
  return ended;
}

function resultOf(bet: Bet, ending: Ending): Settlement["result"] {
  if (ending.kind === "refunded") return { kind: "voided", outcome: outcome(null) };
  if (ending.kind === "lost") return { kind: "paid", payout: micros(0n), outcome: outcome(null) };
  const payout: Micros = payoutAt(bet.stake, ending.at);
  return { kind: "paid", payout, outcome: outcome(formatHundredths(ending.at)) };
}

function isEndedAs(bet: Bet, result: Settlement["result"]): boolean {
  return result.kind === "voided"
    ? bet.status === "voided"
    : bet.status === "settled" &&
        bet.payout === result.payout &&
        canonicalJson(bet.outcome) === canonicalJson(result.outcome);
}

function outcome(cashedOutAt: string | null): Json {
  return { cashed_out_at: cashedOutAt } satisfies CrashOutcome;
}
