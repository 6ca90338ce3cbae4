import * as z from "zod/mini";
import type { Json } from "#kit/std/json.ts";
import type { Currency } from "#studio/engine/shared/types.ts";
import type { FrameProfile } from "#studio/frame/shared/calls.ts";
import { type ChatSocketMessage, chatRequest } from "./chat.ts";
import { mostSpots, type SentBet } from "./layout.ts";
import type { Next } from "./turns.ts";

/** Requests and messages between a table in its frame and the studio. */

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/));

export const betRequest = z.strictObject({
  /** One per press: a repeat gives the same answer. */
  request: uuid,
  /** Of the table. */
  round: z.int().check(z.gte(1)),
  bets: z
    .array(
      z.strictObject({
        spot: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
        /** In major units. */
        amount: z.string().check(z.regex(/^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$/)),
      }),
    )
    .check(z.minLength(1), z.maxLength(mostSpots)),
});
export type BetRequest = z.output<typeof betRequest>;

/** Numbered from 1. */
const seat = z.int().check(z.gte(1), z.lte(9));

export const seatRequest = z.strictObject({ seat });
export type SeatRequest = z.output<typeof seatRequest>;

export const actRequest = z.strictObject({
  /** One per press: a repeat gives the same answer. */
  request: uuid,
  round: z.int().check(z.gte(1)),
  seat,
  hand: z.int().check(z.gte(0), z.lte(1)),
  action: z.enum(["hit", "stand", "double", "split", "insure", "decline"]),
});
export type ActRequest = z.output<typeof actRequest>;

/** The only messages that a browser sends over the socket: who it is, that it has missed something, and the chat. */
export const socketRequest = z.union([
  z.strictObject({ session: token }),
  z.strictObject({ snapshot: z.literal(true) }),
  z.strictObject({ chat: chatRequest }),
]);

export type Phase = "betting" | "closed" | "playing" | "dealing" | "settled" | "voided";

/** A round of the table as everybody may see it. Times are milliseconds since 1970. */
export interface RoundFacts {
  readonly number: number;
  readonly phase: Phase;
  readonly opened_at: number;
  readonly closes_at: number;
  readonly beacon_round: number;
  readonly beacon_due_at: number;
  /** SHA-256 of the link that decides the round. */
  readonly link_hash: string;
  /** The close record. */
  readonly entries: number | null;
  readonly entries_hash: string | null;
  readonly link: string | null;
  readonly beacon_value: string | null;
  readonly outcome: Json;
  /** Where players decide after the first cards: what lies open, who decides next, and from when until when. */
  readonly play: PlayFacts | null;
  readonly dealt_at: number | null;
  readonly settles_at: number | null;
  /** When the next round opens. */
  readonly next_at: number | null;
  readonly void_reason: string | null;
}

export interface PlayFacts {
  readonly view: Json;
  readonly next: Next;
  readonly starts_at: number;
  /** Null once all decisions are made. */
  readonly ends_at: number | null;
}

/** A seat that is taken. */
export interface SeatFacts {
  readonly seat: number;
  readonly nick: string;
}

export interface Winner {
  readonly nick: string;
  readonly currency: string;
  readonly payout: string;
  readonly public_id: string;
}

/** Number of players with a bet, by spot. */
export type Crowd = Readonly<Record<string, number>>;

export type TableEvent =
  | { readonly type: "round"; readonly round: RoundFacts }
  | { readonly type: "crowd"; readonly round: number; readonly crowd: Crowd; readonly players: number }
  | { readonly type: "seats"; readonly seats: readonly SeatFacts[] }
  | { readonly type: "paid"; readonly round: number; readonly winners: readonly Winner[] };

/** Everything a browser needs to continue from here. */
export interface TableSnapshot {
  readonly type: "snapshot";
  readonly seq: number;
  /** The studio's clock. */
  readonly now: number;
  readonly round: RoundFacts | null;
  /** Results, the newest first. */
  readonly history: readonly { readonly number: number; readonly outcome: Json }[];
  readonly crowd: Crowd;
  readonly players: number;
  readonly winners: readonly Winner[];
  readonly seats: readonly SeatFacts[];
  /** Head of the table's chain. */
  readonly chain_head: string | null;
}

export type SocketMessage =
  | TableSnapshot
  | { readonly type: "event"; readonly seq: number; readonly now: number; readonly event: TableEvent }
  | { readonly type: "watching"; readonly count: number }
  | { readonly type: "refused"; readonly code: string }
  | ChatSocketMessage;

/** A bet as its player sees it. */
export interface OwnBet {
  readonly request: string;
  readonly state: "sent" | "ok" | "refused" | "unknown" | "rolled_back";
  readonly bets: readonly SentBet[];
}

/** The player's part of a round. */
export interface OwnRound {
  /** Of the table. */
  readonly number: number;
  /** Of the wallet protocol. */
  readonly round: string;
  readonly state: "open" | "drawn" | "settled" | "refused" | "voiding" | "void" | "disputed";
  /** Identifies the player in the public lists of this round. */
  readonly entry_id: string;
  readonly bets: readonly OwnBet[];
  readonly stake: string;
  /** Null until the result is shown. */
  readonly payout: string | null;
  readonly balance: string | null;
}

export interface TableOpenView {
  readonly session: string;
  readonly mode: "demo" | "play";
  readonly currency: Currency;
  readonly locale: "en" | "ru" | "kk";
  readonly profile: FrameProfile;
  readonly balance: string | null;
  readonly own: OwnRound | null;
  /** The player's own. */
  readonly seats: readonly number[];
  readonly table: TableSnapshot;
}
