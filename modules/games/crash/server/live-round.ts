import type { Uuid } from "#kit/std/brand.ts";
import { parseHundredths } from "#kit/std/hundredths.ts";
import type { LiveRound, Reserved, Seat, SharedRounds } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { CrashPastRound, CrashState } from "../shared/contract.ts";
import type { CrashRow } from "../shared/feed-row.ts";
import { automaticCashOut, type CrashBet } from "../shared/rules.ts";
import type { CashOutFeed } from "./feed.ts";
import type { Flight } from "./flight.ts";

/** How a bet left the flight: decided once, in memory, by the one owner; `paid` resolves after the commit. */
export interface Claim {
  /** Hundredths. */
  readonly multiplier: number;
  /** The key of the player's cash-out; null for an automatic one. */
  readonly key: Uuid | null;
  readonly paid: Promise<Bet>;
}

/** A bet in the flight. */
export interface CrashTerms {
  readonly bet: CrashBet;
  /** Hundredths: where it leaves without the player. */
  readonly target: number;
  claim: Claim | null;
}

export type CrashSeat = Seat<CrashTerms>;

/** The round that this process runs. */
export interface CrashLive extends LiveRound<CrashState, CrashTerms, CrashRow> {
  readonly cashOuts: CashOutFeed;
  /** From the start to the crash; the point cannot be read from it. */
  flight: Flight | null;
}

export type CrashRounds = SharedRounds<CrashState, CrashLive, CrashPastRound>;

/** The player's choice, as stored with the bet: `{auto_cash_out: "2.00"}`, null without one. */
export interface CrashChoice {
  /** The bet panel it was made in; bets of programs name none. */
  readonly panel?: "a" | "b";
  readonly auto_cash_out: string | null;
}

/** The bet as the rules see it. */
export function crashBetOf({ stake, winCap, choice }: Pick<Bet, "stake" | "winCap" | "choice">): CrashBet {
  const { auto_cash_out: text } = choice as unknown as CrashChoice;
  return { stake, winCap, autoCashOut: text === null ? null : (parseHundredths(text) ?? null) };
}

export const termsOf = (bet: CrashBet): CrashTerms => ({ bet, target: automaticCashOut(bet), claim: null });

/** What a bet of the books reserves in its round. */
export const reservedBy = (bet: Bet): Reserved<CrashTerms> => ({
  currency: bet.currency,
  largest: bet.winCap,
  terms: termsOf(crashBetOf(bet)),
});
