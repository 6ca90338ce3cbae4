import { Failure, fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Call } from "#kit/http/handler.ts";
import { redactText } from "#kit/log/redact-text.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { replayFailed, webhookNotStored } from "../shared/errors.ts";
import { invoiceStatus } from "../shared/invoice.ts";
import { type BookingNeeds, bookPayment } from "./book-payment.ts";
import { chargeBack } from "./chargebacks/charge-back.ts";
import { bookPayoutEnd } from "./payouts/follow-payout.ts";
import type { PayoutNeeds } from "./payouts/payout-needs.ts";
import type { ProviderEvent, ProviderMessage, ProviderRefund } from "./provider.ts";
import type { ProviderCascade } from "./provider-cascade.ts";
import type { Disposition } from "./receipt-store.ts";
import { bookRefundEnd } from "./refunds/follow-refund.ts";
import { bookReturnEnd } from "./returns/follow-return.ts";
import { endInvoice, insertEvent, lockInvoice } from "./store.ts";
import { noteReports, type ProviderReport } from "./timeline/report-store.ts";
import { lockCall, noteFailedReplay, noteReplay, type WebhookCallRow } from "./webhook-call-store.ts";
import type { WebhookLog } from "./webhook-log.ts";

type RawCall = Pick<Call, "rawBody" | "headers">;

export type WebhookNeeds = BookingNeeds & PayoutNeeds & { readonly webhookLog: WebhookLog };

type InvoiceEnded = Extract<ProviderMessage, { type: "invoice_ended" }>;

export type WebhookResult = Disposition | "noted" | "repeated" | "ignored";

/**
 * Processes a provider's message: the provider verifies and parses it, then everything it causes is one transaction with its own
 * record, so that a repeat finds either all of it or nothing. Fails with `not_found`, `signature_invalid`, `malformed`, `validation_failed`.
 */
export async function receiveWebhook(
  needs: WebhookNeeds,
  cascade: Pick<ProviderCascade, "get">,
  provider: string,
  call: RawCall,
): Promise<WebhookResult> {
  const { host, webhookLog } = needs;
  const connected = cascade.get(provider);
  if (!connected) return fail(notFound);
  let event: ProviderEvent;
  try {
    event = connected.provider.receive(call);
  } catch (error) {
    await webhookLog.refused(provider, call, error);
    throw error;
  }
  let result: WebhookResult;
  try {
    result = await host.db.tx(async tx => {
      const done = await processEvent(needs, tx, { provider, event, call });
      await webhookLog.processed(tx, provider, call, event, done);
      return done;
    });
  } catch (error) {
    await webhookLog.failed(provider, call, event, error);
    throw error;
  }
  host.failpoints.hit("payments.webhook.committed");
  return result;
}

/**
 * Processes a message again that was verified when it arrived and then failed: its signature is compared as of that time, its event id is the same,
 * so what was processed meanwhile has no effect. Fails with `not_found`, `webhook_not_stored`, and with {@link ReplayFailed}.
 */
export async function replayWebhook(
  needs: WebhookNeeds,
  cascade: Pick<ProviderCascade, "get">,
  tx: Tx,
  id: Uuid,
): Promise<{ readonly call: WebhookCallRow; readonly result: WebhookResult }> {
  const stored = (await lockCall(tx, id)) ?? fail(notFound);
  const { provider, receivedAt, body, headers } = stored;
  const connected = cascade.get(provider);
  if (body === null || headers === null || !connected) return fail(webhookNotStored);
  const call = { rawBody: Buffer.from(body), headers };
  let result: WebhookResult;
  try {
    const event = connected.provider.receive(call, receivedAt.getTime());
    result = await processEvent(needs, tx, { provider, event, call });
  } catch (error) {
    throw new ReplayFailed(stored, error);
  }
  await noteReplay(tx, id, result, new Date(needs.host.clock.now()));
  return { call: stored, result };
}

/** Processing failed again; what it had written is rolled back. */
export class ReplayFailed extends Failure {
  readonly call: WebhookCallRow;

  constructor(call: WebhookCallRow, cause: unknown) {
    super(replayFailed);
    this.call = call;
    this.cause = cause;
  }
}

/** Counts the attempt on the message's row, which stays as it is. @returns the error, redacted */
export async function noteReplayFailure(tx: Tx, { call, cause }: ReplayFailed, at: Date): Promise<string> {
  const error = redactText(cause instanceof Error ? cause.message : String(cause));
  await noteFailedReplay(tx, call.id, error, at);
  return error;
}

async function processEvent(
  needs: BookingNeeds & PayoutNeeds,
  tx: Tx,
  { provider, event: { id, message }, call }: { provider: string; event: ProviderEvent; call: RawCall },
): Promise<WebhookResult> {
  const { host } = needs;
  const text = Buffer.from(call.rawBody).toString();
  if (!(await insertEvent(tx, provider, id, text, new Date(host.clock.now())))) return "repeated";
  host.failpoints.hit("payments.webhook");
  const result = await applyMessage(needs, tx, provider, message);
  await noteReports(tx, reportsOfMessage(provider, message, result), new Date(host.clock.now()));
  return result;
}

function applyMessage(
  needs: BookingNeeds & PayoutNeeds,
  tx: Tx,
  provider: string,
  message: ProviderMessage,
): Promise<WebhookResult> {
  switch (message.type) {
    case "payment_received":
      return bookPayment(needs, tx, { provider, ...message });
    case "payment_recalled":
      return chargeBack(needs, tx, provider, message.payment);
    case "payout_ended":
      return bookPayoutEnd(needs, tx, provider, message.payout);
    case "refund_ended":
      return bookRefund(needs, tx, provider, message.refund);
    case "invoice_ended":
      return endUnpaid(needs, tx, provider, message);
  }
}

/** Of a deposit that operators refund, or of money that may not be credited: to the provider both are refunds. */
async function bookRefund(
  needs: BookingNeeds & PayoutNeeds,
  tx: Tx,
  provider: string,
  refund: ProviderRefund,
): Promise<WebhookResult> {
  return (await bookRefundEnd(needs, tx, provider, refund)) ?? (await bookReturnEnd(needs, tx, provider, refund));
}

/** For the timeline of the deposit, payout or return. A recall has a row of its own. */
function reportsOfMessage(
  provider: string,
  message: ProviderMessage,
  result: WebhookResult,
): readonly ProviderReport[] {
  const report = (reference: string, outcome: string): readonly ProviderReport[] => {
    const subject = parseUuid(reference);
    return subject ? [{ subject, source: "message", action: message.type, provider, outcome }] : [];
  };
  switch (message.type) {
    case "payment_received":
      return report(message.reference, result);
    case "invoice_ended":
      return report(message.reference, message.status);
    case "payout_ended":
      return report(message.payout.reference, message.payout.status);
    case "refund_ended":
      return report(message.refund.reference, message.refund.status);
    case "payment_recalled":
      return [];
  }
}

/** Decline and expiry events close only open invoices: a payment that arrived first is kept. */
async function endUnpaid(
  { host, wallet }: BookingNeeds,
  tx: Tx,
  provider: string,
  message: InvoiceEnded,
): Promise<WebhookResult> {
  const status = message.status === "declined" ? invoiceStatus.declined : invoiceStatus.expired;
  const id = parseUuid(message.reference);
  const invoice = id && (await lockInvoice(tx, id));
  const isOurs = invoice?.provider === provider && (invoice.providerHash ?? message.hash) === message.hash;
  if (!invoice || !isOurs) return "ignored";
  if (!(await endInvoice(tx, invoice.id, status, new Date(host.clock.now()), message.code))) return "ignored";
  wallet.publishPayment(tx, invoice.playerId, { id: invoice.id, status });
  return "noted";
}
