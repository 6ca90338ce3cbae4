import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { formatHundredths, parseHundredths } from "#kit/std/hundredths.ts";
import { multiplierAt, timeOf } from "../shared/climb.ts";
import type { CrashOwnBet } from "../shared/contract.ts";
import { automaticCashOut, cashOutOf, minCashOut, payoutAt } from "../shared/rules.ts";
import type { CrashView } from "./crash-view.ts";
import type { BetRequest } from "./slots.ts";

/** A guest's practice bet on the real round: it exists in the page only and ends by the game's rules. */
const prefix = "practice-";

export function isPracticeBet(id: string): boolean {
  return id.startsWith(prefix);
}

export function practiceBet(panel: "a" | "b", round: number, request: BetRequest, view: CrashView): CrashOwnBet {
  return {
    id: `${prefix}${panel}-${round}`,
    round,
    at: panel,
    currency: request.currency,
    stake: formatAmount(request.stake),
    payout: "0",
    multiplier: "0.00",
    status: "open",
    auto_cash_out: request.autoCashOut === null ? null : formatHundredths(request.autoCashOut),
    win_cap: view.winCaps[request.currency]?.amount ?? formatAmount(request.stake * 1_000_000n),
    panel,
  };
}

const ruled = (bet: CrashOwnBet) => ({
  stake: parseDecimal(bet.stake),
  autoCashOut: bet.auto_cash_out === null ? null : (parseHundredths(bet.auto_cash_out) ?? null),
  winCap: parseDecimal(bet.win_cap),
});

/** When the bet is cashed out automatically, in milliseconds of flight. */
export function practiceTargetMs(bet: CrashOwnBet): number {
  return timeOf(automaticCashOut(ruled(bet)));
}

/** Cashed out at this moment of the server's clock; unchanged when the flight has not reached 1.01x. */
export function cashOutPractice(bet: CrashOwnBet, view: CrashView, atMs: number): CrashOwnBet {
  const ms = Math.max(0, Math.floor(atMs - (view.startedAtMs ?? atMs)));
  const multiplier = Math.min(multiplierAt(ms), automaticCashOut(ruled(bet)));
  return multiplier < minCashOut ? bet : settled(bet, multiplier);
}

/** The round is over and the bet was not cashed out. */
export function endPractice(bet: CrashOwnBet, point: number, voided: boolean): CrashOwnBet {
  if (voided) return { ...bet, status: "voided", payout: bet.stake };
  const multiplier = cashOutOf(ruled(bet), point, null);
  return multiplier === null ? { ...bet, status: "settled" } : settled(bet, multiplier);
}

function settled(bet: CrashOwnBet, multiplier: number): CrashOwnBet {
  const payout = formatAmount(payoutAt(parseDecimal(bet.stake), multiplier));
  return { ...bet, status: "settled", payout, multiplier: formatHundredths(multiplier) };
}
