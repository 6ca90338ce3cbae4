import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { malformed, validationFailed } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import { fieldErrors } from "#kit/http/field-errors.ts";
import type { Call } from "#kit/http/handler.ts";
import { isFromProvider } from "#kit/http/signature.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { CheckDecision } from "../../server/provider.ts";
import { checkSignatureInvalid } from "../../shared/errors.ts";

const webhookSchema = z.object({
  event_id: uuidField,
  reference: uuidField,
  decision: z.enum(["approved", "declined", "more"]),
  reason: z.optional(z.enum(["unreadable", "expired", "mismatch", "more_documents", "other"])),
});

/** Verifies and parses a webhook. Fails with `check_signature_invalid`, `malformed`, `validation_failed`. */
export function readWebhook(
  secret: string,
  { headers, rawBody }: Pick<Call, "rawBody" | "headers">,
  nowMs: number,
): CheckDecision {
  if (!isFromProvider(secret, headers, rawBody, nowMs)) fail(checkSignatureInvalid);
  const value = parse(Buffer.from(rawBody).toString());
  const result = z.safeParse(webhookSchema, value);
  if (!result.success)
    return fail(validationFailed, { errors: fieldErrors([{ issues: result.error.issues, input: value }]) });
  const { event_id, reference, decision, reason = null } = result.data;
  return { id: event_id as Uuid, reference: reference as Uuid, decision, reason };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail(malformed);
  }
}
