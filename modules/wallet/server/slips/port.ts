import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { PlaceAnswer } from "../port.ts";
import type { ReservedShares } from "./reserves.ts";

/**
 * Slips of the sportsbook: a stake on legs, ended by numbered revisions of which a later one reverses an earlier one. PostgreSQL and the
 * in-memory model implement it and pass the same tests.
 */
export interface WalletSlips {
  /**
   * Accepts a slip: windows, exposure, legs and stake in one commit. Refusals move nothing. A repeat of the key and hash returns the
   * slip as it was accepted. Order of refusals: repeat and conflict, `feed_down`, `event_closed`, `market_suspended`, `event_changed`,
   * `price_changed`, `limit_exceeded`, then those of {@link PlaceAnswer}.
   */
  placeSlip(slip: PlaceSlip): Promise<PlaceSlipAnswer>;
  /**
   * Makes revisions of one player's slips, in this order and in one commit; each only if no other revision was made since. Of a
   * settlement, a correction and cash-outs that race for one number, one succeeds.
   */
  reviseSlips(player: PlayerId, revisions: readonly SlipRevision[]): Promise<readonly ReviseAnswer[]>;
  slip(player: PlayerId, key: Uuid): Promise<Slip | undefined>;
}

/** Revisions that are decided in their own transaction, from rows that stay locked. PostgreSQL only. */
export interface SlipEdits {
  /** Makes the revision that `close` decides on. What `close` throws refuses it. A repeat of the revision's id returns the first answer. */
  closeSlip(closing: CloseSlip): Promise<ReviseAnswer>;
  /**
   * Cashes out one slip and accepts another in one transaction: both happen, or neither. A repeat of the new slip's key and hash returns
   * it as it was accepted. Refused as `placeSlip` is, and when the slip before has changed. What `close` throws refuses it too.
   */
  editSlip(edit: EditSlip): Promise<EditSlipAnswer>;
}

export interface CloseSlip {
  readonly player: PlayerId;
  readonly slip: Uuid;
  /** Id of the revision. */
  readonly id: Uuid;
  /** Runs in the transaction, and locks the rows of the feed that the offer rests on. */
  readonly close: (tx: Queryable) => Promise<SlipRevision>;
}

export interface EditSlip {
  readonly slip: PlaceSlip;
  /** What is cashed out. Runs in the transaction, and locks the rows of the feed that its offer and the new slip rest on. */
  readonly close: (tx: Queryable) => Promise<ClosedSlip>;
}

export interface ClosedSlip {
  readonly revision: SlipRevision;
  /** The outcomes of both slips: their exposures are locked in one order. */
  readonly outcomes: readonly { readonly market: bigint; readonly outcome: string }[];
}

export type EditSlipAnswer =
  | PlaceSlipAnswer
  /** The slip before has changed, or has nothing open. */
  | { readonly kind: "refused"; readonly reason: "outpaced" };

/** What other modules read of slips. PostgreSQL only. */
export interface SlipBooks {
  /** Slips by `player/key`. `on`: a transaction that reads them. */
  named(slips: readonly SlipName[], on?: Queryable): Promise<ReadonlyMap<string, Slip>>;
  /** Slips with a leg on this market, in order, after one of them. */
  onMarket(market: bigint, after: SlipName | null, limit: number): Promise<readonly SlipName[]>;
  /** A player's slips, newest first. */
  own(player: PlayerId, page: SlipPage): Promise<{ readonly slips: readonly Slip[]; readonly next: string | null }>;
  /** Everybody's slips, newest first. */
  all(filter: SlipFilter): Promise<{ readonly slips: readonly Slip[]; readonly next: string | null }>;
  /** Oldest first. */
  revisions(player: PlayerId, slips: readonly Uuid[]): Promise<readonly MadeRevision[]>;
  /** Slips of all players in the order of their acceptance, from a time on, after one of them. */
  placedSince(from: Date, after: PlacedSlip | undefined, limit: number): Promise<readonly PlacedSlip[]>;
  /** Revisions of all players in the order of time, from a time on, after one of them. */
  revisedSince(from: Date, after: RevisedSlip | undefined, limit: number): Promise<readonly RevisedSlip[]>;
}

export interface PlacedSlip extends SlipName {
  readonly at: Date;
}

export interface RevisedSlip extends MadeRevision {
  readonly player: PlayerId;
}

export interface SlipName {
  readonly player: PlayerId;
  readonly key: Uuid;
}

export interface SlipFilter {
  readonly isOpen?: boolean | undefined;
  readonly player?: PlayerId | undefined;
  /** With a leg on one of these markets. */
  readonly markets?: readonly bigint[] | undefined;
  readonly from?: Date | undefined;
  readonly limit: number;
  /** Cursor from the page before; fails with `validation_failed` when it is none. */
  readonly cursor?: string | undefined;
}

/** How an ended slip ended: `won` paid something, `lost` nothing. */
export type SlipOutcome = "won" | "lost" | "voided" | "cashed_out";

export interface SlipPage {
  /** Both kinds unless given. */
  readonly isOpen?: boolean | undefined;
  readonly outcome?: SlipOutcome | undefined;
  /** Accepted from `from` on and before `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly limit: number;
  /** Cursor from the page before; fails with `validation_failed` when it is none. */
  readonly cursor?: string | undefined;
}

export interface MadeRevision {
  readonly slip: Uuid;
  readonly id: Uuid;
  readonly number: number;
  readonly kind: SlipRevision["result"]["kind"];
  readonly at: Date;
  readonly closed: Micros;
  readonly payout: Micros;
  readonly boost: Micros;
  readonly owed: Micros;
  readonly repaid: Micros;
  readonly balanceAfter: Micros;
  readonly cause: Json;
}

export interface PlaceSlip {
  readonly player: PlayerId;
  readonly key: Uuid;
  /** Hash of the request, as for a bet: the same key with another hash is a conflict. */
  readonly requestHash: Uint8Array;
  readonly currency: Currency;
  readonly stake: Micros;
  /** What was reserved for it before; released with its acceptance. */
  readonly reserved: ReservedShares;
  /** What it counts of its stake for a bonus, in thousandths; 0 counts nothing and takes no bonus money. */
  readonly rate: number;
  /** The free bet that is staked, from `bonus:free_bets`; null takes the stake from the balance. */
  readonly freeBet: Uuid | null;
  /** Kind, folds, policy and whatever else settlement needs. */
  readonly terms: Json;
  readonly rulesVersion: string;
  readonly winCap: Micros;
  readonly legs: readonly PlaceLeg[];
}

export interface PlaceLeg {
  readonly event: string;
  readonly kind: string;
  readonly spec: string;
  readonly outcome: string;
  /** The event's incident counter at arrival; null without a live delay. */
  readonly counter: number | null;
  /** Thousandths, as it was shown; of a builder the price that it contributes nothing to. */
  readonly price: number;
  readonly policy: "none" | "better" | "any";
  /** The highest price that the caller checked the slip's limits with: above it the leg is refused as `price_changed`. */
  readonly most: number;
  /** For a builder: the version of the market that was quoted. Replaces the comparison of prices. */
  readonly version: bigint | null;
  /** Micro-dollars that the outcome may cost, with the stake that it may cost them for. */
  readonly liability: bigint;
  readonly stakeUsd: bigint;
  /** The most the outcome may cost; null is no cap. */
  readonly cap: bigint | null;
}

export const legRefusals = ["feed_down", "event_closed", "market_suspended", "event_changed", "price_changed"] as const;
export type LegRefusal = (typeof legRefusals)[number];

/** What the statement read about a leg. */
export interface LegState {
  /** Null: nothing prevents it. */
  readonly refusal: LegRefusal | null;
  /** The current price; null when the market is unknown or without one. */
  readonly price: number | null;
  /** What its outcome may still cost, in micro-dollars; null without a cap. */
  readonly headroom: bigint | null;
}

export type PlaceSlipAnswer =
  | { readonly kind: "accepted"; readonly slip: Slip; readonly replayed: boolean }
  | { readonly kind: "refused"; readonly reason: LegRefusal | "limit_exceeded"; readonly legs: readonly LegState[] }
  /** The free bet is unknown, another player's, of another amount, expired, or staked by a slip that is not void. */
  | { readonly kind: "refused"; readonly reason: "free_bet_unavailable" }
  | Exclude<PlaceAnswer, { readonly kind: "accepted" } | { readonly reason: "round_open" }>;

export interface SlipLeg {
  readonly event: string;
  readonly kind: string;
  readonly spec: string;
  readonly outcome: string;
  /** The price at the commit: what counts. */
  readonly price: number;
  readonly market: bigint;
  /** The newest message of the market and of its event, the head of the event's log and its state, all at the commit. */
  readonly marketN: bigint;
  readonly eventN: bigint;
  readonly eventHead: string;
  readonly eventState: string;
  /** The chances that the price was made from; null when the market had none. */
  readonly chances: Json;
}

export interface Slip {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly currency: Currency;
  readonly stake: Micros;
  /** The part of the stake that cash-outs closed, and what they paid. */
  readonly closed: Micros;
  readonly cashedOut: Micros;
  readonly status: "open" | "settled" | "voided" | "cashed_out";
  /** Payout of the current settlement; 0 while open and when void. */
  readonly payout: Micros;
  readonly boost: Micros;
  /** The number of the last revision; 0 when there is none. */
  readonly revision: number;
  readonly freeBet: boolean;
  readonly terms: Json;
  readonly rulesVersion: string;
  readonly winCap: Micros;
  /** Absent for slips that neither take bonus money nor count. */
  readonly wagering?: SlipWagering;
  /** Real money right after it was accepted. */
  readonly balanceAfter: Micros;
  readonly placedAt: Date;
  readonly settledAt: Date | null;
  readonly legs: readonly SlipLeg[];
}

/** Which money a slip staked that counts for a bonus. */
export interface SlipWagering {
  /** The number of its player's grant. */
  readonly grant: number;
  readonly rate: number;
  /** The bonus money of the stake; the rest is real. */
  readonly fromBonus: Micros;
  /** The bonus money's share of the current settlement (or of the returned stake) with its boost, and of what was cashed out. */
  readonly paidBonus: Micros;
  readonly cashedBonus: Micros;
  /** What the current settlement counts; 0 while open and when void. */
  readonly counted: Micros;
  /** Bonus money right after the slip was accepted. */
  readonly bonusAfter: Micros;
}

export interface SlipRevision {
  /** The key of the slip. */
  readonly slip: Uuid;
  /** The revision that it was made after: another one in between refuses it. */
  readonly after: number;
  /** Names the revision and its transfers; a repeat of it returns the first answer. */
  readonly id: Uuid;
  /** Message, actor and reason, as they are shown and audited. */
  readonly cause: Json;
  readonly result:
    | { readonly kind: "settled"; readonly payout: Micros; readonly boost: Micros }
    | { readonly kind: "voided" }
    /** Reverses the current settlement; the slip is open again. */
    | { readonly kind: "reopened" }
    | { readonly kind: "cashed_out"; readonly closed: Micros; readonly paid: Micros };
}

export type ReviseAnswer =
  | {
      readonly kind: "revised";
      readonly number: number;
      /** What the balance lacked for a correction: a debt. */
      readonly owed: Micros;
      /** What was repaid of the slip's debt. */
      readonly repaid: Micros;
      /** Real money right after it. */
      readonly balanceAfter: Micros;
      readonly replayed: boolean;
    }
  /** `outpaced`: another revision was made since. `not_allowed`: the slip has nothing open, or nothing to reverse. */
  | { readonly kind: "refused"; readonly reason: "unknown_slip" | "outpaced" | "not_allowed" };
