import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { malformed, validationFailed } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import { fieldErrors } from "#kit/http/field-errors.ts";
import type { Call } from "#kit/http/handler.ts";
import { isFromProvider } from "#kit/http/signature.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { ProviderEvent, ProviderMessage } from "../../server/provider.ts";
import { signatureInvalid } from "../../shared/errors.ts";
import { name, paymentSchema, payoutSchema } from "./wire.ts";

const event = { event_id: uuidField, created_at: z.optional(z.iso.datetime()) };
const common = { ...event, reference: name, hash: name };
const webhookSchema = z.discriminatedUnion("type", [
  z.object({ ...common, type: z.literal("payment.received"), payment: paymentSchema }),
  z.object({ ...common, type: z.literal("invoice.declined"), code: z.optional(name) }),
  z.object({ ...common, type: z.literal("invoice.expired") }),
  z.object({ ...event, type: z.literal("payment.recalled"), payment: paymentSchema }),
  z.object({ ...event, type: z.literal("payout.ended"), payout: payoutSchema }),
  z.object({ ...event, type: z.literal("refund.ended"), refund: payoutSchema }),
]);

/**
 * Verifies and parses a webhook. While a secret is being rotated, messages signed with the former one still arrive.
 * Fails with `signature_invalid`, `malformed`, `validation_failed`.
 */
export function readWebhook(
  secrets: readonly string[],
  { headers, rawBody }: Pick<Call, "rawBody" | "headers">,
  nowMs: number,
): ProviderEvent {
  if (!secrets.some(secret => isFromProvider(secret, headers, rawBody, nowMs))) fail(signatureInvalid);
  const value = parseObject(Buffer.from(rawBody).toString());
  const result = z.safeParse(webhookSchema, value);
  if (!result.success)
    return fail(validationFailed, { errors: fieldErrors([{ issues: result.error.issues, input: value }]) });
  const { event_id, created_at } = result.data;
  return {
    id: event_id as Uuid,
    message: messageOf(result.data),
    ...(created_at !== undefined && { happenedAt: new Date(created_at) }),
  };
}

function messageOf(webhook: z.output<typeof webhookSchema>): ProviderMessage {
  switch (webhook.type) {
    case "payment.received":
      return {
        type: "payment_received",
        reference: webhook.reference,
        hash: webhook.hash,
        payment: webhook.payment,
      };
    case "payment.recalled":
      return { type: "payment_recalled", payment: webhook.payment };
    case "payout.ended":
      return { type: "payout_ended", payout: webhook.payout };
    case "refund.ended":
      return { type: "refund_ended", refund: webhook.refund };
    case "invoice.declined": {
      const { reference, hash, code } = webhook;
      return { type: "invoice_ended", reference, hash, status: "declined", ...(code !== undefined && { code }) };
    }
    case "invoice.expired":
      return { type: "invoice_ended", reference: webhook.reference, hash: webhook.hash, status: "expired" };
  }
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    fail(malformed);
  }
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : fail(malformed);
}
