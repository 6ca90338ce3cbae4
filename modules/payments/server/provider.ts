import type { Call } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { PaymentScheme } from "../shared/methods.ts";

/** A payment to us. `currency` may be one we do not support. `instrument`: what the payer paid with, if the provider can pay back to it. */
export interface ProviderPayment {
  readonly id: string;
  readonly amount: Micros;
  readonly currency: string;
  readonly instrument?: { readonly token: string; readonly label: string } | undefined;
}

/** The state of a payout; `reference` is our id of it. */
export interface ProviderPayout {
  readonly reference: Uuid;
  readonly amount: Micros;
  readonly currency: string;
  readonly status: "processing" | "paid" | "declined";
}

/** The state of a refund has the same form. */
export type ProviderRefund = ProviderPayout;

export interface ProviderInvoice {
  /** The provider's name of the invoice. */
  readonly hash: string;
  /** Our id of it, as the provider repeats it; unverified text. */
  readonly reference: string;
  readonly amount: Micros;
  readonly url: string | null;
  readonly card: { readonly card_number: string; readonly phone_number: string } | null;
  readonly status: "awaiting" | "paid" | "declined" | "expired";
  readonly payments: readonly ProviderPayment[];
}

/** Messages of a provider, whatever its own names and formats are. */
export type ProviderMessage =
  | {
      readonly type: "payment_received";
      readonly reference: string;
      readonly hash: string;
      readonly payment: ProviderPayment;
    }
  | {
      readonly type: "invoice_ended";
      readonly reference: string;
      readonly hash: string;
      readonly status: "declined" | "expired";
      /** Why it was declined, in the provider's own word. */
      readonly code?: string;
    }
  | { readonly type: "payment_recalled"; readonly payment: ProviderPayment }
  | { readonly type: "payout_ended"; readonly payout: ProviderPayout }
  | { readonly type: "refund_ended"; readonly refund: ProviderRefund };

/** A message with the id under which it counts once. */
export interface ProviderEvent {
  readonly id: Uuid;
  readonly message: ProviderMessage;
  /** When the provider had the news, where it says so. */
  readonly happenedAt?: Date;
}

export interface InvoiceOrder {
  readonly id: Uuid;
  /** A stable pseudonym of the player. */
  readonly payer: string;
  readonly scheme: PaymentScheme;
  readonly kind: "page" | "transfer";
  readonly amount: Micros;
  readonly currency: Currency;
  readonly locale: Locale;
  /** Where the provider's page redirects the payer. */
  readonly returnTo: string | undefined;
}

/** A full or partial refund of a payment to the instrument it was paid with. */
export interface RefundOrder {
  readonly id: Uuid;
  /** The provider's name of the payment. */
  readonly paymentId: string;
  readonly amount: Micros;
  readonly currency: Currency;
}

export interface PayoutOrder {
  readonly id: Uuid;
  readonly amount: Micros;
  readonly currency: Currency;
  /** The provider's name of the instrument. */
  readonly token: string;
}

/**
 * A payment provider. Each has a folder in `../providers` with its calls, signatures, formats and health check; the rest of the
 * module has only what is declared here. Outgoing calls throw {@link ProviderRejected} when the provider has certainly done nothing,
 * and Failure `unavailable` when the outcome is unknown.
 */
export interface PaymentProvider {
  /** The same id gets the same invoice. */
  open(order: InvoiceOrder): Promise<ProviderInvoice>;
  /** Health check; rejects when the provider is unavailable. */
  probe(): Promise<void>;
  /** Pays to an instrument. The same id is the same payout, however often it is called: the result is its state. */
  pay(order: PayoutOrder): Promise<ProviderPayout>;
  /** Refunds a payment. The same id is the same refund, however often it is called. */
  refund(order: RefundOrder): Promise<ProviderRefund>;
  /** The states of these invoices; unknown and unreadable ones are omitted. */
  states(ids: readonly Uuid[]): Promise<readonly ProviderInvoice[]>;
  /**
   * Verifies the signature of a webhook call and parses it; `receivedMs` is when it arrived, if that was earlier. Fails with `signature_invalid`,
   * `malformed`, `validation_failed`.
   */
  receive(call: Pick<Call, "rawBody" | "headers">, receivedMs?: number): ProviderEvent;
}

/** The provider has certainly done nothing: another one may be called. After any other error the outcome is unknown. */
export class ProviderRejected extends Error {
  override readonly name = "ProviderRejected";
}
