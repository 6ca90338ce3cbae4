import { type Micros, micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { Json } from "#kit/std/json.ts";
import { type Leadership, settleBet, settleBets } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet, Settlement, WalletPort } from "#modules/wallet/server/port.ts";
import { payoutAt } from "../shared/rules.ts";
import type { CrashOutcome } from "./views.ts";

export const windowName = "crash";

/** How a bet ends: cashed out at hundredths, lost, or refunded. */
export type Ending =
  | { readonly kind: "cashed_out"; readonly at: number }
  | { readonly kind: "lost" }
  | { readonly kind: "refunded" };

/**
 * Ends one bet, repeated until it is done. With {@link settleAll} the one place from which crash pays; how a bet ends is said by
 * `round-loop.ts`, `cash-out.ts` and `recover-round.ts`.
 * @param key the player's own key of a cash-out, so that a repeat of it gets the same answer
 * @returns the bet as it is now in the books
 */
export function settleOne(
  wallet: Pick<WalletPort, "settle">,
  leadership: Leadership,
  bet: Bet,
  ending: Ending,
  key?: Uuid,
): Promise<Bet> {
  return settleBet(wallet, windowName, leadership, {
    bet,
    result: resultOf(bet, ending),
    ...(key !== undefined && { key }),
  });
}

/** Ends many bets, a chunk at a time. */
export function settleAll(
  wallet: Pick<WalletPort, "settle">,
  leadership: Leadership,
  bets: readonly { readonly bet: Bet; readonly ending: Ending }[],
): Promise<Bet[]> {
  const ends = bets.map(({ bet, ending }) => ({ bet, result: resultOf(bet, ending) }));
  return settleBets(wallet, windowName, leadership, ends);
}

function resultOf(bet: Bet, ending: Ending): Settlement["result"] {
  if (ending.kind === "refunded") return { kind: "voided", outcome: outcome(null) };
  if (ending.kind === "lost") return { kind: "paid", payout: micros(0n), outcome: outcome(null) };
  const payout: Micros = payoutAt(bet.stake, ending.at);
  return { kind: "paid", payout, outcome: outcome(formatHundredths(ending.at)) };
}

function outcome(cashedOutAt: string | null): Json {
  return { cashed_out_at: cashedOutAt } satisfies CrashOutcome;
}
