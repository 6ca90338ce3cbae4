import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";

/** The fields of a player's own bet that the note is built from. */
export interface OwnBet {
  readonly id: string;
  readonly status: "open" | "settled" | "voided";
  readonly currency: string;
  readonly stake: string;
  readonly payout: string;
}

/** What happened to the player's bets while the page was offline. Amounts are decimals of the wire. */
export type Missed =
  | { readonly kind: "open" }
  | { readonly kind: "paid"; readonly amount: string; readonly currency: string }
  | { readonly kind: "lost"; readonly amount: string; readonly currency: string }
  | { readonly kind: "voided"; readonly amount: string; readonly currency: string };

/**
 * One note about the bets that were open when the connection was lost, from their current state. Null if none of them is known. A payout takes
 * priority over a loss, and both over a bet that is still open.
 */
export function missedOf(before: readonly OwnBet[], after: readonly OwnBet[]): Missed | null {
  const now = before.flatMap(({ id }) => after.find(bet => bet.id === id) ?? []);
  const first = now[0];
  if (!first) return null;
  const { currency } = first;
  const sum = (bets: readonly OwnBet[], of: "stake" | "payout") =>
    bets.reduce((total, bet) => total + (bet.currency === currency ? parseDecimal(bet[of]) : 0n), 0n);
  const ended = now.filter(bet => bet.status === "settled");
  const paid = sum(ended, "payout");
  if (paid > 0n) return { kind: "paid", amount: formatAmount(micros(paid)), currency };
  if (ended.length > 0) return { kind: "lost", amount: formatAmount(micros(sum(ended, "stake"))), currency };
  const voided = now.filter(bet => bet.status === "voided");
  if (voided.length > 0) return { kind: "voided", amount: formatAmount(micros(sum(voided, "stake"))), currency };
  return { kind: "open" };
}

/** Whether the state of every bet that was open is known again. */
export function isWhole(before: readonly OwnBet[], after: readonly OwnBet[]): boolean {
  return before.every(({ id }) => after.some(bet => bet.id === id));
}

/** What is still true of it: "still in the round" ends with the last open bet, which then says itself how it ended. */
export function stillTrue(missed: Missed | null, mine: readonly OwnBet[]): Missed | null {
  return missed?.kind === "open" && !mine.some(bet => bet.status === "open") ? null : missed;
}
