import { formatAmount } from "#kit/money/amount.ts";
import type { RoundView } from "#studio/frame/shared/calls.ts";
import type { RoundRow } from "./round-store.ts";

/** A drawn round as its player may see it; undefined of one that has no outcome. */
export function roundView(round: RoundRow): RoundView | undefined {
  const { outcome, payout } = round;
  if (!outcome || payout === null) return undefined;
  return {
    round: round.id,
    nonce: Number(round.nonce),
    mode: round.mode,
    stake: formatAmount(round.base),
    cost: formatAmount(round.amount),
    payout: formatAmount(payout),
    multiple: outcome.multiple,
    capped: outcome.capped,
    events: outcome.events,
    jackpot: round.jackpot,
    balance: round.state === "settled" ? round.balance : null,
    state: round.state === "settled" ? "settled" : "pending",
  };
}
