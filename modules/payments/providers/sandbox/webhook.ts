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

const common = { event_id: uuidField, reference: name, hash: name };
const webhookSchema = z.discriminatedUnion("type", [
  z.object({ ...common, type: z.literal("payment.received"), payment: paymentSchema }),
  z.object({ ...common, type: z.literal("invoice.declined") }),
  z.object({ ...common, type: z.literal("invoice.expired") }),
  z.object({ event_id: uuidField, type: z.literal("payment.recalled"), payment: paymentSchema }),
  z.object({ event_id: uuidField, type: z.literal("payout.ended"), payout: payoutSchema }),
  z.object({ event_id: uuidField, type: z.literal("refund.ended"), refund: payoutSchema }),
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
  return { id: result.data.event_id as Uuid, message: messageOf(result.data) };
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
    default: {
      const status = webhook.type === "invoice.declined" ? "declined" : "expired";
      return { type: "invoice_ended", reference: webhook.reference, hash: webhook.hash, status };
    }
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
