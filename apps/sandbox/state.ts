import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Locale } from "#kit/i18n/locale.ts";

/** An invoice of the payment provider. Amounts are decimal strings in major units. */
export interface Invoice {
  readonly hash: string;
  /** The merchant's id of the invoice; a repeated reference is the same invoice. */
  readonly reference: string;
  readonly kind: "page" | "transfer";
  /** The payment scheme; absent in old records, which are all card payments. */
  readonly scheme?: Scheme;
  /** The payer's card number (or account, phone, UPI address); absent in old records. */
  readonly payerCard?: string;
  readonly locale: Locale;
  /** The link from the page back to the merchant. */
  readonly returnUrl?: string;
  readonly currency: string;
  /** The amount that the merchant requested. */
  readonly asked: string;
  /** The amount that the payer must send. The last digits of a transfer's amount make it unique. */
  readonly amount: string;
  readonly card: { readonly card_number: string; readonly phone_number: string } | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  status: "awaiting" | "paid" | "declined" | "expired";
  readonly payments: Payment[];
  readonly messages: Message[];
}

/** A payout ordered by the merchant. */
export interface Payout {
  /** The merchant's id of the payout; a repeated reference is the same payout. */
  readonly reference: string;
  readonly token: string;
  readonly amount: string;
  readonly currency: string;
  readonly createdAt: string;
  status: "processing" | "paid" | "declined";
  readonly messages: Message[];
}

/** A refund of a payment. */
export interface Refund {
  /** The merchant's id of the refund; a repeated reference is the same refund. */
  readonly reference: string;
  readonly payment: string;
  readonly amount: string;
  readonly currency: string;
  readonly createdAt: string;
  status: "processing" | "paid" | "declined";
  readonly messages: Message[];
}

/** A card, Russia's faster payments, a Kaspi transfer, India's UPI, or the bank account that the payer chooses. */
export const schemes = ["card", "sbp", "kaspi", "upi", "bank"] as const;
export type Scheme = (typeof schemes)[number];

export interface Payment {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
  /** The instrument: its token, and a label for people. */
  readonly instrument: { readonly token: string; readonly label: string };
  /** Reversed by the payer's bank. */
  isRecalled?: boolean;
}

/** A webhook: its exact text is stored, because a repeat must have the same bytes. */
export interface Message {
  readonly id: string;
  readonly type:
    | "payment.received"
    | "payment.recalled"
    | "invoice.declined"
    | "invoice.expired"
    | "payout.ended"
    | "refund.ended";
  readonly body: string;
  delivered: boolean;
  tries: number;
  /** The merchant's response to the last attempt, or the error. */
  answer: string;
}

/** Everything this provider stores. */
export interface State {
  readonly invoices: Map<string, Invoice>;
  readonly payouts: Map<string, Payout>;
  readonly refunds: Map<string, Refund>;
  /** Writes it to the file; a restart resumes from it. */
  save(): void;
}

/** Records of each kind that are stored; the oldest are removed. */
const maxRecords = 2000;

interface SavedState {
  readonly invoices: Invoice[];
  readonly payouts: Payout[];
  /** Absent in files written before there were refunds. */
  readonly refunds?: Refund[];
}

/** Reads the file, or starts empty without one. */
export function openState(file: string): State {
  const saved = readSaved(file);
  const invoices = new Map(saved.invoices.map(invoice => [invoice.hash, invoice]));
  const payouts = new Map(saved.payouts.map(payout => [payout.reference, payout]));
  const refunds = new Map((saved.refunds ?? []).map(refund => [refund.reference, refund]));
  return {
    invoices,
    payouts,
    refunds,
    save() {
      for (const records of [invoices, payouts, refunds])
        for (const key of [...records.keys()].slice(0, Math.max(0, records.size - maxRecords))) records.delete(key);
      mkdirSync(dirname(file), { recursive: true });
      const text = JSON.stringify({
        invoices: [...invoices.values()],
        payouts: [...payouts.values()],
        refunds: [...refunds.values()],
      } satisfies SavedState);
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

function readSaved(file: string): SavedState {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return { invoices: [], payouts: [] };
  }
  try {
    const saved = JSON.parse(text) as SavedState | Invoice[];
    // Files written before there were payouts are an array of invoices.
    return Array.isArray(saved) ? { invoices: saved, payouts: [] } : saved;
  } catch {
    throw new Error(`${file} is damaged. Delete it to begin without open invoices.`);
  }
}
