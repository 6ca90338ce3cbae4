import { showMultiplier } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import type { TopLine } from "../shared/contract.ts";
import type { TopBoard } from "../shared/period.ts";

type Language = Parameters<typeof showMoney>[2];

export function showSum(amount: string, currency: string, language: Language): string {
  return showMoney(parseDecimal(amount), currency as Currency, language);
}

/** What a place was won by, and the small text beside it. */
export function showBest(
  { bet, wager }: TopLine,
  language: Language,
  board: TopBoard,
): { readonly main: string; readonly side: string } {
  if (wager) return { main: showSum(wager.amount, wager.currency, language), side: "" };
  if (!bet) return { main: "–", side: "" };
  const payout = showSum(bet.payout, bet.currency, language);
  const multiplier = showMultiplier(bet.multiplier, language);
  return board === "multipliers" ? { main: multiplier, side: payout } : { main: payout, side: multiplier };
}
