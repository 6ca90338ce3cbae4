import type { FactStatus, Facts, Incident, Score } from "./facts.ts";
import type { SettledOutcome } from "./result.ts";

/** The messages of a provider in our own terms. `n` numbers the messages of an event; times are the provider's, in milliseconds since 1970. */

export const marketStatuses = ["active", "suspended", "inactive", "handed_over", "settled", "cancelled"] as const;
export type MarketStatus = (typeof marketStatuses)[number];

/** Probabilities of the ways an outcome can end; what is missing to 1 is lost. */
export interface Chances {
  readonly win: number;
  readonly half_win: number;
  readonly refund: number;
  readonly half_lose: number;
}

export interface PricedOutcome {
  readonly id: string;
  /** Thousandths; null where the provider stated no possible price. */
  readonly price: number | null;
  readonly p: Chances | null;
}

export interface PricedMarket {
  readonly id: string;
  readonly spec: string;
  readonly status: MarketStatus;
  readonly outcomes: readonly PricedOutcome[];
  /** Why it cannot be opened as stated. */
  readonly fault?: "bad_price" | "bad_chances" | undefined;
}

export interface NamedMarket {
  readonly id: string;
  readonly spec: string;
}

export interface SettledMarket extends NamedMarket {
  readonly decidedAt: number;
  readonly outcomes: readonly SettledOutcome[];
}

interface OfEvent {
  readonly event: string;
  readonly n: number;
  readonly at: number;
}

export interface FixtureMessage extends OfEvent {
  readonly type: "fixture";
  readonly sport: string;
  readonly category: string;
  readonly tournament: string;
  readonly start: number;
  readonly status: FactStatus;
  /** Home first; an outright lists every entrant. */
  readonly competitors: readonly string[];
  readonly isOutright: boolean;
  /** The rest as stated: names, format, coverage, commitment. */
  readonly fixture: Readonly<Record<string, unknown>>;
}

export interface FixtureChangeMessage extends OfEvent {
  readonly type: "fixture_change";
  readonly change: "new" | "start" | "cancelled" | "format" | "coverage";
  readonly start?: number | undefined;
}

export interface EventStateMessage extends OfEvent {
  readonly type: "event_state";
  readonly status: FactStatus;
  readonly clock: { readonly seconds: number; readonly period: number; readonly stopped: boolean };
  readonly score: Score;
  /** All so far, cancelled ones included. */
  readonly incidents: readonly Incident[];
  readonly standings?: Facts["standings"];
  readonly seed?: string | undefined;
}

export interface OddsChangeMessage extends OfEvent {
  readonly type: "odds_change";
  readonly reason: string;
  readonly markets: readonly PricedMarket[];
}

export interface BetStopMessage extends OfEvent {
  readonly type: "bet_stop";
  readonly groups: "all" | readonly string[];
}

export interface SettlementMessage extends OfEvent {
  readonly type: "bet_settlement";
  readonly certainty: 1 | 2;
  readonly markets: readonly SettledMarket[];
}

export interface RollbackSettlementMessage extends OfEvent {
  readonly type: "rollback_bet_settlement";
  readonly markets: readonly NamedMarket[];
}

export interface CancelMessage extends OfEvent {
  readonly type: "bet_cancel" | "rollback_bet_cancel";
  readonly markets: readonly NamedMarket[];
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly reason: string;
}

export type EventMessage =
  | FixtureMessage
  | FixtureChangeMessage
  | EventStateMessage
  | OddsChangeMessage
  | BetStopMessage
  | SettlementMessage
  | RollbackSettlementMessage
  | CancelMessage;

/** Something about the stream instead of an event. */
export type StreamMessage =
  | { readonly type: "alive"; readonly subscribed: boolean }
  | { readonly type: "snapshot_complete"; readonly request: string };

/** What could not be read. It is stored, and an alarm names it. */
export interface UnreadMessage {
  readonly type: "unread";
  readonly fault: "unknown_type" | "bad_message";
  readonly detail: string;
  readonly event?: string | undefined;
  readonly n?: number | undefined;
  /** Markets it named: they are closed, because their prices may have changed. */
  readonly markets: readonly NamedMarket[];
}

export interface ReceivedMessage {
  /** The message's bytes inside the frame. */
  readonly text: string;
  readonly message: EventMessage | StreamMessage | UnreadMessage;
}

/** A frame whose signature and shape are right. */
export interface Frame {
  readonly producer: string;
  readonly epoch: number;
  readonly frame: number;
  /** SHA-256 of the body before and of this one, hexadecimal. */
  readonly prev: string;
  readonly hash: string;
  readonly sent: number;
  readonly signature: string;
  readonly body: string;
  readonly messages: readonly ReceivedMessage[];
}

export const frameFaults = [
  "bad_signature",
  "not_json",
  "bad_xml",
  "bad_frame",
  "frame_too_large",
  "wrong_producer",
] as const;
export type FrameFault = (typeof frameFaults)[number];

/** What arrived instead of a frame: its beginning only when it is large. */
export interface RejectedFrame {
  readonly fault: FrameFault | "wrong_prev" | "frame_jump" | "stale_epoch";
  readonly length: number;
  readonly hash: string;
  readonly beginning: Uint8Array;
}
