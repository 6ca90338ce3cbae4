import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "#kit/host/host.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import type { Messenger } from "./messenger.ts";
import type { Invoice, Message, Payment, Scheme, State } from "./state.ts";

export interface InvoiceRequest {
  readonly reference: string;
  /** The merchant's id of the payer. */
  readonly payer: string;
  readonly kind: "page" | "transfer";
  readonly scheme: Scheme;
  readonly amount: string;
  readonly currency: string;
  /** Seconds. */
  readonly lifeTime: number;
  readonly locale: Locale;
  readonly returnUrl?: string;
}

/** The payment provider: invoices, and the payers' actions. */
export interface Provider {
  /** The same reference gets the same invoice; undefined if it was used with another sum. */
  open(request: InvoiceRequest): Invoice | undefined;
  find(hash: string): Invoice | undefined;
  byReference(reference: string): Invoice | undefined;
  /** A payment of this sum by this card, regardless of the invoice's sum and state. */
  pay(invoice: Invoice, amount: string, card?: string): void;
  /** A chargeback of the last payment; false if there is none. */
  recall(invoice: Invoice): boolean;
  decline(invoice: Invoice): void;
  expire(invoice: Invoice): void;
}

export function createProvider(options: { clock: Clock; state: State; messenger: Messenger }): Provider {
  const { clock, state, messenger } = options;
  const { invoices } = state;
  const now = () => new Date(clock.now()).toISOString();
  const byReference = (reference: string) => [...invoices.values()].find(invoice => invoice.reference === reference);

  function sendWebhook(invoice: Invoice, type: Message["type"]): void {
    const event_id = randomUUID();
    const payment = type === "payment.received" || type === "payment.recalled" ? invoice.payments.at(-1) : undefined;
    const { reference, hash } = invoice;
    const declined = type === "invoice.declined" ? { code: "insufficient_funds" } : {};
    const facts = { event_id, type, reference, hash, ...declined, ...(payment ? { payment } : {}), created_at: now() };
    const message = { id: event_id, type, body: JSON.stringify(facts), delivered: false, tries: 0, answer: "" };
    invoice.messages.push(message);
    state.save();
    messenger.send(message);
  }

  return {
    open(request) {
      const known = byReference(request.reference);
      if (known) {
        const same =
          known.asked === request.amount &&
          known.currency === request.currency &&
          known.kind === request.kind &&
          (known.scheme ?? "card") === request.scheme;
        return same ? known : undefined;
      }
      const isTransfer = request.kind === "transfer";
      const invoice: Invoice = {
        hash: randomBytes(16).toString("hex"),
        reference: request.reference,
        kind: request.kind,
        scheme: request.scheme,
        payerCard: payerOf(request.scheme, request.payer),
        locale: request.locale,
        ...(request.returnUrl !== undefined && { returnUrl: request.returnUrl }),
        currency: request.currency,
        asked: request.amount,
        amount: isTransfer ? uniqueSum(request, invoices.values(), clock.now()) : request.amount,
        card: isTransfer ? { card_number: "2200150012345675", phone_number: "+79005550123" } : null,
        createdAt: now(),
        expiresAt: new Date(clock.now() + request.lifeTime * 1000).toISOString(),
        status: "awaiting",
        payments: [],
        messages: [],
      };
      invoices.set(invoice.hash, invoice);
      state.save();
      return invoice;
    },
    find: hash => invoices.get(hash),
    byReference,
    pay(invoice, amount, card = invoice.payerCard ?? testCard) {
      invoice.status = "paid";
      const { currency } = invoice;
      invoice.payments.push({
        id: randomUUID(),
        amount,
        currency,
        at: now(),
        instrument: instrumentOf(invoice.scheme ?? "card", card),
      });
      sendWebhook(invoice, "payment.received");
    },
    recall(invoice) {
      const payment = invoice.payments.at(-1);
      if (!payment) return false;
      payment.isRecalled = true;
      sendWebhook(invoice, "payment.recalled");
      return true;
    },
    decline(invoice) {
      if (invoice.status !== "paid") invoice.status = "declined";
      sendWebhook(invoice, "invoice.declined");
    },
    expire(invoice) {
      if (invoice.status !== "paid") invoice.status = "expired";
      sendWebhook(invoice, "invoice.expired");
    },
  };
}

/** The card of a payer without an id. */
export const testCard = "4242424242424242";

/** A payer's default instrument: stable and unique per payer. */
function payerOf(scheme: Scheme, payer: string): string {
  const number = BigInt(`0x${createHash("sha256").update(payer).digest("hex").slice(0, 12)}`);
  const digits = (count: number) => (number % 10n ** BigInt(count)).toString().padStart(count, "0");
  // A card has the prefix and suffix of the usual test card.
  if (scheme === "card") return `4242${digits(8)}4242`;
  if (scheme === "sbp") return `+7900${digits(7)}`;
  if (scheme === "kaspi") return `+7701${digits(7)}`;
  return scheme === "upi" ? `payer${digits(8)}@testbank` : `DE${digits(2)}10010010${digits(10)}`;
}

/** The instrument in the merchant's API: an opaque token, and a label for people. */
function instrumentOf(scheme: Scheme, paidWith: string): Payment["instrument"] {
  const plain = paidWith.replaceAll(/[^\p{L}\p{N}@.]/gu, "").toLowerCase();
  const name = scheme === "card" ? plain.replaceAll(/\D/g, "") : plain;
  const end = scheme === "upi" ? (name.split("@")[0] ?? "").slice(-4) : name.slice(-4);
  const token = `${scheme}_${createHash("sha256").update(name).digest("hex").slice(0, 24)}_${end}`;
  const label = scheme === "upi" ? `••••${end}@${name.split("@")[1] ?? ""}` : `•••• ${end}`;
  return { token, label: label.slice(0, 40) };
}

/** How long after its end a transfer's sum is not reused: it may still be paid late. */
const lateMs = 86_400_000;

/** The nearest of the 99 sums below the requested one that no other transfer uses: it identifies the transfer. */
function uniqueSum(request: InvoiceRequest, invoices: Iterable<Invoice>, now: number): string {
  const taken = new Set<string>();
  for (const { kind, status, currency, amount, expiresAt } of invoices) {
    const mayBePaid = status === "awaiting" || (status !== "paid" && Date.parse(expiresAt) + lateMs > now);
    if (kind === "transfer" && mayBePaid && currency === request.currency) taken.add(amount);
  }
  const below = (hundredths: number) =>
    formatAmount(parseDecimal(request.amount) - BigInt(hundredths) * microsPerMinor);
  for (let hundredths = 1; hundredths <= 99; hundredths++) {
    if (!taken.has(below(hundredths))) return below(hundredths);
  }
  return below(1);
}
