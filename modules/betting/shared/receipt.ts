import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Hashes } from "#kit/fair/hashes.ts";
import { toHex } from "#kit/std/bytes.ts";
import { canonicalJson, type Json } from "#kit/std/json.ts";
import type { SlipReason } from "./reasons.ts";

/** The form of the receipts that are made now. Older ones are verified in theirs. */
export const receiptVersion = "fairhouse-receipt-1";

/** A leg as it was accepted. */
export interface ReceiptLeg {
  readonly event: string;
  readonly market: string;
  readonly spec: string;
  readonly outcome: string;
  /** A decimal, "2.03". */
  readonly price: string;
  /** The number of the message that set the price, and its position in the event's log. */
  readonly n: number;
  readonly priced: number;
  /** The last message of the event before the acceptance: its position, and the head of the log after it. */
  readonly position: number;
  readonly head: string;
  /** The facts at that time. */
  readonly state: {
    readonly status: string | null;
    readonly period: number | null;
    readonly seconds: number | null;
    readonly score: readonly [number, number] | null;
  };
}

/** What we commit to when we accept a slip. Amounts are decimals of the currency. */
export interface SlipReceipt {
  readonly version: typeof receiptVersion;
  readonly type: "slip";
  readonly slip: string;
  readonly placed_at: string;
  readonly currency: string;
  readonly stake: string;
  readonly free_bet: boolean;
  readonly win_cap: string;
  readonly rules_version: string;
  /** The slip's terms as stored: kind, folds, bankers, unit in micro-units and whatever else settlement reads. */
  readonly terms: Json;
  readonly legs: readonly ReceiptLeg[];
}

export const revisionResults = ["settled", "voided", "reopened", "cashed_out"] as const;

/** What we commit to when we settle, correct, void or cash out a slip. */
export interface RevisionReceipt {
  readonly version: typeof receiptVersion;
  readonly type: "revision";
  readonly slip: string;
  readonly number: number;
  readonly at: string;
  readonly result: (typeof revisionResults)[number];
  /** The part of the stake that it closed. */
  readonly closed: string;
  readonly payout: string;
  readonly boost: string;
  readonly owed: string;
  readonly repaid: string;
  readonly cause: RevisionCause;
}

/** Why a revision was made. Further fields are shown as they are. */
export interface RevisionCause {
  readonly reason: SlipReason | (string & {});
  /** How far the logs of the slip's events had been applied. */
  readonly positions?: Readonly<Record<string, number>> | undefined;
  /** For an edit: the id of the slip that took the place of this one. */
  readonly into?: string | undefined;
}

export type Receipt = SlipReceipt | RevisionReceipt;

/** The receipt's bytes: JSON with sorted keys and no white space. */
export function receiptText(receipt: Receipt): string {
  return canonicalJson(receipt);
}

export function receiptHash(hashes: Hashes, text: string): Uint8Array {
  return hashes.sha256(utf8ToBytes(text));
}

/** Chains the root of a day to the one before: SHA-256("{chain before}:{day}:{receipts}:{root}"), all as text. */
export function dayChain(hashes: Hashes, before: string, day: string, receipts: number, root: string): string {
  return toHex(hashes.sha256(utf8ToBytes(`${before}:${day}:${receipts}:${root}`)));
}
