import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { malformed, validationFailed } from "#kit/contract/errors.ts";
import { eventIdOf } from "#kit/http/event-id.ts";
import { fieldErrors } from "#kit/http/field-errors.ts";
import type { Call } from "#kit/http/handler.ts";
import type { CheckDecision } from "../../server/provider.ts";
import { checkSignatureInvalid } from "../../shared/errors.ts";
import { decisions, notificationSchema, reasonOf } from "./wire.ts";

const windowMs = 120_000;

/** HMAC-SHA512 in base64 over `{milliseconds}\n{body}`, in `x-veridoc-digest: {milliseconds}.{digest}`. */
export function digestOf(key: Uint8Array, nowMs: string, body: Uint8Array | string): Buffer {
  return createHmac("sha512", key).update(`${nowMs}\n`).update(body).digest();
}

export function readNotification(
  key: Uint8Array,
  { headers, rawBody }: Pick<Call, "rawBody" | "headers">,
  nowMs: number,
): CheckDecision {
  if (!isSigned(key, headers["x-veridoc-digest"], rawBody, nowMs)) fail(checkSignatureInvalid);
  const value = parse(Buffer.from(rawBody).toString());
  const result = z.safeParse(notificationSchema, value);
  if (!result.success)
    return fail(validationFailed, { errors: fieldErrors([{ issues: result.error.issues, input: value }]) });
  const { notification, case: found } = result.data;
  return {
    id: eventIdOf("veridoc", notification),
    reference: found.external,
    decision: decisions[found.outcome],
    reason: reasonOf(found.labels),
  };
}

function isSigned(key: Uint8Array, header: unknown, body: Uint8Array, nowMs: number): boolean {
  const [, time, digest] = /^([0-9]{13})\.([A-Za-z0-9+/=]{88})$/.exec(`${header}`) ?? [];
  if (!time || !digest || Math.abs(nowMs - Number(time)) > windowMs) return false;
  return timingSafeEqual(digestOf(key, time, body), Buffer.from(digest, "base64"));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail(malformed);
  }
}
