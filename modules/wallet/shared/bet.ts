import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** A step of a stepwise round: the choice and its result. Public once it is answered. */
export interface RoundStep {
  /** The caller's idempotency key. */
  readonly key: Uuid;
  readonly choice: Json;
  readonly shown: Json;
}

/** The journal of a stepwise round; later outcomes are drawn when they are needed and never stored. */
export interface Journal {
  /** The public state when the round began. */
  readonly opening: Json;
  readonly steps: readonly RoundStep[];
}

/** Which money a bet staked that counts for a bonus. */
export interface BetWagering {
  /** The number of its player's grant. */
  readonly grant: number;
  /** What the stake counts when it is settled, in thousandths. */
  readonly rate: number;
  /** The bonus money of the stake; the rest is real. */
  readonly fromBonus: Micros;
  /** The bonus money's share of the payout; 0 while open. */
  readonly paidBonus: Micros;
  /** What the bet counted; 0 while open and when voided. */
  readonly counted: Micros;
  /** Bonus money right after the bet was placed (and settled, when it was decided immediately). */
  readonly bonusAfter: Micros;
  /** Bonus money right after it was settled. */
  readonly settledBonus: Micros | null;
}

/** A bet in the wallet. */
export interface Bet {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly game: string;
  readonly currency: Currency;
  readonly stake: Micros;
  /** 0 while open; the stake when voided. */
  readonly payout: Micros;
  readonly status: "open" | "settled" | "voided";
  readonly choice: Json;
  readonly outcome: Json | null;
  readonly rulesVersion: string;
  readonly winCap: Micros;
  /** Real money right after the bet was placed (and settled, when it was decided immediately): as in the first response. */
  readonly balanceAfter: Micros;
  /** Real money right after it was settled; equals balanceAfter for games decided immediately. */
  readonly settledBalance: Micros | null;
  /** Per-player games: the number of the server seed, the client seed and the nonce of this bet. */
  readonly seed: { readonly number: number; readonly clientSeed: string; readonly nonce: number } | null;
  /** Shared rounds: the betting window's name and round. */
  readonly round: { readonly bettingWindow: string; readonly number: bigint } | null;
  /** Stepwise rounds; absent for all other bets. */
  readonly journal?: Journal;
  /** Absent for bets that neither take bonus money nor count. */
  readonly wagering?: BetWagering;
  readonly placedAt: Date;
  readonly settledAt: Date | null;
}
