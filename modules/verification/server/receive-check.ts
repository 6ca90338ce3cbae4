import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { malformed, notFound, validationFailed } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { fieldErrors } from "#kit/http/field-errors.ts";
import type { Call } from "#kit/http/handler.ts";
import { isFromProvider } from "#kit/http/signature.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { checkSignatureInvalid } from "../shared/errors.ts";
import type { VerificationStatus } from "../shared/status.ts";
import { insertEvent, lockByReference, noteProviderDecision, noteStatus } from "./store.ts";

const messageSchema = z.object({
  event_id: uuidField,
  reference: uuidField,
  decision: z.enum(["approved", "declined", "more"]),
  reason: z.optional(z.enum(["unreadable", "expired", "mismatch", "more_documents", "other"])),
});
/** The status of a case after a decision of the provider or an operator. */
export const statusOfDecision = {
  approved: "success",
  declined: "failed",
  more: "user_pending",
} as const satisfies Readonly<Record<string, VerificationStatus>>;

/**
 * Processes the provider's decision, once, and only about the latest submission while it is being checked. While
 * the date of birth is in doubt its approval is only stored: an operator decides. Fails with
 * `not_found`, `check_signature_invalid`, `malformed`, `validation_failed`.
 */
export async function receiveCheck(
  host: Host,
  provider: string,
  call: Pick<Call, "rawBody" | "headers">,
  isAgeInDoubt: (tx: Tx, player: PlayerId) => Promise<boolean>,
): Promise<"noted" | "repeated" | "ignored"> {
  const { KYC_SECRET: secret } = host.config;
  if (provider !== "sandbox" || !secret) fail(notFound);
  if (!isFromProvider(secret, call.headers, call.rawBody, host.clock.now())) fail(checkSignatureInvalid);
  const text = Buffer.from(call.rawBody).toString();
  const message = readMessage(text);
  const now = new Date(host.clock.now());
  return host.db.tx(async tx => {
    const event = required(parseUuid(message.event_id), "checked by the schema");
    if (!(await insertEvent(tx, provider, event, text, now))) return "repeated";
    const found = await lockByReference(tx, required(parseUuid(message.reference), "checked by the schema"));
    if (!found || (found.status !== "waiting" && found.status !== "pending")) return "ignored";
    // The provider does not check the age: an operator reads the document.
    if (message.decision === "approved" && (await isAgeInDoubt(tx, found.playerId))) {
      await noteProviderDecision(tx, found.playerId, message.decision);
      return "noted";
    }
    await noteStatus(tx, found.playerId, statusOfDecision[message.decision], message.reason ?? null, now);
    return "noted";
  });
}

function readMessage(text: string): z.output<typeof messageSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    fail(malformed);
  }
  const result = z.safeParse(messageSchema, value);
  if (result.success) return result.data;
  return fail(validationFailed, { errors: fieldErrors([{ issues: result.error.issues, input: value }]) });
}
