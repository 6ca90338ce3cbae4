import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { PaymentMethod } from "../shared/contract.ts";
import { type BookingNeeds, bookPayment, quarantine } from "./book-payment.ts";
import { type Instrument, instrumentOfToken, noteInstrument } from "./payouts/store.ts";
import type { PayoutOrder, ProviderPayout, ProviderRefund, RefundOrder } from "./provider.ts";
import type { Disposition } from "./receipt-store.ts";
import { insertInvoice, lockInvoice, noteRailInvoice } from "./store.ts";

/** A payment rail without invoices and cards: a coin on a chain. Its name is a provider's of the chart, and its method's hash. */
export interface Rail {
  readonly name: string;
  /** As listed by `crypto-payments` and `crypto-payouts`; undefined while unavailable. */
  payIn(currency: Currency): Promise<PaymentMethod | undefined>;
  payOut(currency: Currency): Promise<PaymentMethod | undefined>;
  /** Parses the destination the player typed; undefined when it is not a valid one. */
  destination(text: string): Promise<{ readonly token: string; readonly label: string } | undefined>;
  /** As for a provider: the same id is the same payout, however often it is called. */
  pay(order: PayoutOrder): Promise<ProviderPayout>;
  /** Sends money back to where it came from; declined when it has no return address. */
  refund(order: RefundOrder): Promise<ProviderRefund>;
}

export type Rails = ReadonlyMap<string, Rail>;

/** Money that arrived through a rail, valued in one of our currencies. */
export interface RailPayment {
  readonly rail: string;
  /** The rail's own name of it: booked once. */
  readonly paymentId: string;
  /** Null: unknown owner, or it may not be credited to anyone. */
  readonly player: PlayerId | null;
  readonly currency: Currency;
  readonly amount: Micros;
}

export interface BookedRailPayment {
  readonly disposition: Disposition | "repeated";
  /** The invoice shown to the player; null in quarantine. */
  readonly invoice: Uuid | null;
  /** The part of a credited payment that goes back. */
  readonly held: Micros;
}

/** Payments of rails as they were booked, to reconcile with the rail's own records. */
export const railReceiptsSql = `(SELECT provider AS rail, payment_id, player_id, currency, amount, disposition FROM payments.receipts)`;

export async function offeredMethods(
  rails: Rails,
  direction: "payIn" | "payOut",
  currency: Currency,
): Promise<PaymentMethod[]> {
  const offered = await Promise.all([...rails.values()].map(rail => rail[direction](currency)));
  return offered.flatMap(method => method ?? []);
}

/** Opens an invoice for money that has already arrived and books it in the same transaction. */
export async function bookRailPayment(needs: BookingNeeds, tx: Tx, payment: RailPayment): Promise<BookedRailPayment> {
  const { host } = needs;
  const { rail: provider, paymentId, player, currency, amount } = payment;
  const reported = { provider, hash: paymentId, payment: { id: paymentId, amount, currency } };
  if (player === null) {
    return {
      disposition: await quarantine(needs, tx, { ...reported, reference: paymentId }, null),
      invoice: null,
      held: micros(0n),
    };
  }
  const id = host.ids.next();
  const now = new Date(host.clock.now());
  const requestHash = hash("sha256", paymentId, "buffer");
  const row = { id, player, key: host.ids.next(), requestHash, provider, method: provider, currency, amount };
  await insertInvoice(tx, { ...row, now, expiresAt: now, bonus: null });
  await noteRailInvoice(tx, id, paymentId);
  const disposition = await bookPayment(needs, tx, { ...reported, reference: id });
  const held = disposition === "credited" ? required(await lockInvoice(tx, id), "just opened").held : micros(0n);
  return { disposition, invoice: id, held };
}

/** A parsed rail destination of a payout, before anything is written. */
export interface RailDestination {
  readonly rail: Rail;
  readonly token: string;
  readonly label: string;
  readonly limits: { readonly min: string; readonly max: string };
}

/** Undefined when the request names no rail. Fails with `validation_failed` (`address_invalid`, `method_unknown`). */
export async function railDestination(
  rails: Rails,
  request: { session: { currency: Currency | null }; methodHash: string; address?: string },
): Promise<RailDestination | undefined> {
  const rail = rails.get(request.methodHash);
  const { currency } = request.session;
  if (!rail || !currency) return undefined;
  const destination = await rail.destination(request.address ?? "");
  if (!destination) return fail(validationFailed, { errors: { address: ["address_invalid"] } });
  const method = await rail.payOut(currency);
  if (!method) return fail(validationFailed, { errors: { method_hash: ["method_unknown"] } });
  return { rail, ...destination, limits: { min: method.min_amount, max: method.max_amount } };
}

/** The player's own instrument for this address; created the first time. */
export async function railInstrument(
  { host }: { readonly host: Host },
  tx: Tx & Queryable,
  player: PlayerId,
  { rail, token, label }: RailDestination,
  now: Date,
): Promise<Instrument | undefined> {
  const seen = { id: host.ids.next(), player, provider: rail.name, token, method: rail.name, label, now };
  await noteInstrument(tx, seen);
  return instrumentOfToken(tx, player, rail.name, token);
}
