import { createPublicKey, verify } from "node:crypto";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { eventIdOf } from "#kit/http/event-id.ts";
import { fieldErrors } from "#kit/http/field-errors.ts";
import type { Call } from "#kit/http/handler.ts";
import type { ProviderEvent, ProviderMessage } from "../../server/provider.ts";
import { signatureInvalid } from "../../shared/errors.ts";
import { callbackSchema, paymentOf, payoutOf } from "./wire.ts";

const windowMs = 60_000;

/** Callbacks carry `north-signature: t=<milliseconds>,ed25519=<base64>`, an Ed25519 signature over `<milliseconds>|<body>`. */
export function readCallback(
  publicKeyPem: string,
  { headers, rawBody }: Pick<Call, "rawBody" | "headers">,
  nowMs: number,
): ProviderEvent {
  if (!isSigned(publicKeyPem, headers["north-signature"], rawBody, nowMs)) fail(signatureInvalid);
  const value: unknown = JSON.parse(Buffer.from(rawBody).toString());
  const { success, data, error } = z.safeParse(callbackSchema, value);
  if (!success) return fail(validationFailed, { errors: fieldErrors([{ issues: error.issues, input: value }]) });
  return { id: eventIdOf("northpay", data.evt), message: messageOf(data) };
}

function isSigned(publicKeyPem: string, header: unknown, body: Uint8Array, nowMs: number): boolean {
  const [, time, signature] = /^t=([0-9]{13}),ed25519=([A-Za-z0-9+/=]{88})$/.exec(`${header}`) ?? [];
  if (!time || !signature || Math.abs(nowMs - Number(time)) > windowMs) return false;
  const signed = Buffer.concat([Buffer.from(`${time}|`), body]);
  return verify(null, signed, createPublicKey(publicKeyPem), Buffer.from(signature, "base64"));
}

function messageOf(callback: z.output<typeof callbackSchema>): ProviderMessage {
  switch (callback.kind) {
    case "CHECKOUT_SETTLED": {
      const { merchant_ref: reference, checkout_id: hash } = callback.checkout;
      return { type: "payment_received", reference, hash, payment: paymentOf(callback.receipt) };
    }
    case "CHECKOUT_CLOSED": {
      const { merchant_ref: reference, checkout_id: hash, state } = callback.checkout;
      return { type: "invoice_ended", reference, hash, status: state === "REFUSED" ? "declined" : "expired" };
    }
    case "DISPUTE_LOST":
      return { type: "payment_recalled", payment: paymentOf(callback.receipt) };
    case "TRANSFER":
      return { type: "payout_ended", payout: payoutOf(callback.transfer) };
    case "REVERSAL":
      return { type: "refund_ended", refund: payoutOf(callback.transfer) };
  }
}
