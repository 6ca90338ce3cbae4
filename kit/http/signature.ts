import { createHmac, timingSafeEqual } from "node:crypto";

/** The sender; part of what is signed, so that a message cannot be sent back to its author. */
type KeyId = "house" | "provider";

/** Maximum age of a signed message, either way. */
const windowMs = 5 * 60_000;

/** HMAC-SHA256 in hex over `{key id}.{unix seconds}.{body}`. */
export function signatureOf(secret: string, keyId: KeyId, timestamp: string, body: string | Uint8Array): string {
  return createHmac("sha256", secret).update(`${keyId}.${timestamp}.`).update(body).digest("hex");
}

/** Headers of a message from Fairhouse. */
export function signedHeaders(secret: string, body: string, nowMs: number): Record<string, string> {
  const timestamp = `${Math.floor(nowMs / 1000)}`;
  return {
    "content-type": "application/json",
    "x-key-id": "house",
    "x-timestamp": timestamp,
    "x-signature": signatureOf(secret, "house", timestamp, body),
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether the provider signed these bytes within the last five minutes. Compares in constant time. */
export function isFromProvider(secret: string, headers: Headers, body: Uint8Array, nowMs: number): boolean {
  return isFrom("provider", secret, headers, body, nowMs);
}

/** Whether Fairhouse signed them. */
export function isFromFairhouse(secret: string, headers: Headers, body: Uint8Array, nowMs: number): boolean {
  return isFrom("house", secret, headers, body, nowMs);
}

function isFrom(who: KeyId, secret: string, headers: Headers, body: Uint8Array, nowMs: number): boolean {
  const { "x-key-id": keyId, "x-timestamp": timestamp, "x-signature": signature } = headers;
  if (keyId !== who || typeof timestamp !== "string" || typeof signature !== "string") return false;
  if (!/^[0-9]{10}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp) * 1000) > windowMs) return false;
  const right = Buffer.from(signatureOf(secret, who, timestamp, body));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}
