import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** An invoice as the payment provider keeps it. Amounts are decimal strings in major units. */
export interface Invoice {
  readonly hash: string;
  /** The shop's own name of it; one reference is one invoice. */
  readonly reference: string;
  readonly kind: "page" | "transfer";
  /** How it is paid; by card in what was kept before there were others. */
  readonly scheme?: Scheme;
  /** The number of the card (or account, phone, UPI address) that this payer has in the hand; none in what was kept before payers had names. */
  readonly payerCard?: string;
  readonly locale: Locale;
  /** Where the payer goes from the page; the shop's own page. */
  readonly returnUrl?: string;
  readonly currency: string;
  /** As asked for. */
  readonly asked: string;
  /** What the payer must send: for transfers made unique by its last digits. */
  readonly amount: string;
  readonly card: { readonly card_number: string; readonly phone_number: string } | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  status: "awaiting" | "paid" | "declined" | "expired";
  readonly payments: Payment[];
  readonly messages: Message[];
}

/** Money that the shop has ordered paid to somebody. */
export interface Payout {
  /** The shop's own name of it; one reference is one payout. */
  readonly reference: string;
  readonly token: string;
  readonly amount: string;
  readonly currency: string;
  readonly createdAt: string;
  status: "processing" | "paid" | "declined";
  readonly messages: Message[];
}

/** Money of a payment that goes back to where it came from. */
export interface Refund {
  /** The shop's own name of it; one reference is one refund. */
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

export type Locale = "ru" | "en" | "kz";

export interface Payment {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
  /** What it was paid with, as this company names it and as people recognise it. */
  readonly instrument: { readonly token: string; readonly label: string };
}

/** A webhook: its exact text is kept, because a repeat must have the same bytes. */
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
  /** What the house answered to the last try, or why there was no answer. */
  answer: string;
}

/** Everything this company remembers. */
export interface State {
  readonly invoices: Map<string, Invoice>;
  readonly payouts: Map<string, Payout>;
  readonly refunds: Map<string, Refund>;
  /** Writes it to the file; a restart begins where this ended. */
  save(): void;
}

/** Of each kind kept at most; the oldest are forgotten. */
const most = 2000;

interface SavedState {
  readonly invoices: Invoice[];
  readonly payouts: Payout[];
  /** Absent in a file from before there were any. */
  readonly refunds?: Refund[];
}

/** Reads the file, or begins empty where there is none. */
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
        for (const key of [...records.keys()].slice(0, Math.max(0, records.size - most))) records.delete(key);
      mkdirSync(dirname(file), { recursive: true });
      const text = JSON.stringify({
        ...{ invoices: [...invoices.values()], payouts: [...payouts.values()], refunds: [...refunds.values()] },
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
    // Before there were payouts the file held the invoices alone.
    return Array.isArray(saved) ? { invoices: saved, payouts: [] } : saved;
  } catch {
    throw new Error(`${file} is damaged. Delete it to begin without open invoices.`);
  }
}
