import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** An invoice as the payment provider keeps it. Amounts are decimal strings in major units. */
export interface Invoice {
  readonly hash: string;
  /** The shop's own name of it; one reference is one invoice. */
  readonly reference: string;
  readonly kind: "page" | "transfer";
  readonly locale: Locale;
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

export type Locale = "ru" | "en" | "kz";

export interface Payment {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
}

/** A webhook: its exact text is kept, because a repeat must have the same bytes. */
export interface Message {
  readonly id: string;
  readonly type: "payment.received" | "invoice.declined" | "invoice.expired";
  readonly body: string;
  delivered: boolean;
  tries: number;
  /** What the house answered to the last try, or why there was no answer. */
  answer: string;
}

/** Everything this company remembers. */
export interface State {
  readonly invoices: Map<string, Invoice>;
  /** Writes it to the file; a restart begins where this ended. */
  save(): void;
}

/** Invoices kept at most; the oldest are forgotten. */
const most = 2000;

/** Reads the file, or begins empty where there is none. */
export function openState(file: string): State {
  const invoices = new Map(readInvoices(file).map(invoice => [invoice.hash, invoice]));
  return {
    invoices,
    save() {
      for (const hash of [...invoices.keys()].slice(0, Math.max(0, invoices.size - most))) invoices.delete(hash);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify([...invoices.values()]), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

function readInvoices(file: string): Invoice[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  try {
    return JSON.parse(text) as Invoice[];
  } catch {
    throw new Error(`${file} is damaged. Delete it to begin without open invoices.`);
  }
}
