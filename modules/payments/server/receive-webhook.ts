import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { malformed, notFound, validationFailed } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Tx } from "#kit/db/db.ts";
import { fieldErrors } from "#kit/http/field-errors.ts";
import type { Call } from "#kit/http/handler.ts";
import { isFromProvider } from "#kit/http/signature.ts";
import { parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { signatureInvalid } from "../shared/errors.ts";
import { type InvoiceStatus, invoiceStatus } from "../shared/invoice.ts";
import { type BookingNeeds, bookPayment } from "./book-payment.ts";
import { chargeBack } from "./chargebacks/charge-back.ts";
import { bookPayoutEnd } from "./payouts/follow-payout.ts";
import type { PayoutNeeds } from "./payouts/request-payout.ts";
import { paymentSchema, payoutSchema } from "./provider.ts";
import type { ProviderCascade } from "./provider-cascade.ts";
import { bookReturnEnd } from "./returns/give-back.ts";
import { type Disposition, endInvoice, insertEvent, lockInvoice } from "./store.ts";

const common = {
  event_id: uuidField,
  reference: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
  hash: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
};
const messageSchema = z.discriminatedUnion("type", [
  z.object({ ...common, type: z.literal("payment.received"), payment: paymentSchema }),
  z.object({ ...common, type: z.literal("invoice.declined") }),
  z.object({ ...common, type: z.literal("invoice.expired") }),
  z.object({ event_id: uuidField, type: z.literal("payment.recalled"), payment: paymentSchema }),
  z.object({ event_id: uuidField, type: z.literal("payout.ended"), payout: payoutSchema }),
  z.object({ event_id: uuidField, type: z.literal("refund.ended"), refund: payoutSchema }),
]);
type Message = z.output<typeof messageSchema>;
type Unpaid = Extract<Message, { type: "invoice.declined" | "invoice.expired" }>;

export type WebhookResult = Disposition | "noted" | "repeated" | "ignored";

/**
 * Takes a provider's message: signature, shape, then everything it means in one transaction with its own record, so that
 * a repeat finds either all of it or nothing. Fails with `not_found`, `signature_invalid`, `malformed`, `validation_failed`.
 */
export async function receiveWebhook(
  needs: BookingNeeds & PayoutNeeds,
  cascade: Pick<ProviderCascade, "get">,
  provider: string,
  call: Pick<Call, "rawBody" | "headers">,
): Promise<WebhookResult> {
  const { host } = needs;
  const connected = cascade.get(provider);
  if (!connected) return fail(notFound);
  // While a secret is being changed, messages under the former one are still on their way.
  if (!connected.secrets().some(each => isFromProvider(each, call.headers, call.rawBody, host.clock.now())))
    fail(signatureInvalid);
  const text = Buffer.from(call.rawBody).toString();
  const message = readMessage(text);
  const eventId = required(parseUuid(message.event_id), "checked by the schema");
  const result = await host.db.tx(async (tx): Promise<WebhookResult> => {
    if (!(await insertEvent(tx, provider, eventId, text, new Date(host.clock.now())))) return "repeated";
    host.failpoints.hit("payments.webhook");
    if (message.type === "payment.received") return bookPayment(needs, tx, { provider, ...message });
    if (message.type === "payment.recalled") return chargeBack(needs, tx, provider, message.payment);
    if (message.type === "payout.ended") {
      const reference = required(parseUuid(message.payout.reference), "checked by the schema");
      return bookPayoutEnd(needs, tx, provider, { ...message.payout, reference });
    }
    if (message.type === "refund.ended") {
      const reference = required(parseUuid(message.refund.reference), "checked by the schema");
      return bookReturnEnd(needs, tx, provider, { ...message.refund, reference });
    }
    const status = message.type === "invoice.declined" ? invoiceStatus.declined : invoiceStatus.expired;
    return endUnpaid(needs, tx, provider, message, status);
  });
  host.failpoints.hit("payments.webhook.committed");
  return result;
}

function readMessage(text: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    fail(malformed);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) fail(malformed);
  const result = z.safeParse(messageSchema, value);
  if (result.success) return result.data;
  return fail(validationFailed, { errors: fieldErrors([{ issues: result.error.issues, input: value }]) });
}

/** Words without money end only what is still open: a payment that came before them stands. */
async function endUnpaid(
  { host, wallet }: BookingNeeds,
  tx: Tx,
  provider: string,
  message: Unpaid,
  status: InvoiceStatus,
): Promise<WebhookResult> {
  const id = parseUuid(message.reference);
  const invoice = id && (await lockInvoice(tx, id));
  const isOurs = invoice?.provider === provider && (invoice.provider_hash ?? message.hash) === message.hash;
  if (!invoice || !isOurs) return "ignored";
  if (!(await endInvoice(tx, invoice.id, status, new Date(host.clock.now())))) return "ignored";
  wallet.publishPayment(tx, invoice.player_id, { id: invoice.id, status });
  return "noted";
}
