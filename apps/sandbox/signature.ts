import { createHmac, timingSafeEqual } from "node:crypto";

/** The sender; part of what is signed, so that a message cannot be sent back to its author. */
export type KeyId = "house" | "provider";

const windowMs = 5 * 60_000;

/** HMAC-SHA256 in hex over `{key id}.{unix seconds}.{body}`. */
export function signatureOf(secret: string, keyId: KeyId, timestamp: string, body: string | Uint8Array): string {
  return createHmac("sha256", secret).update(`${keyId}.${timestamp}.`).update(body).digest("hex");
}

export function signedHeaders(secret: string, body: string, nowMs: number): Record<string, string> {
  const timestamp = `${Math.floor(nowMs / 1000)}`;
  return {
    "content-type": "application/json",
    "x-key-id": "provider",
    "x-timestamp": timestamp,
    "x-signature": signatureOf(secret, "provider", timestamp, body),
  };
}

/** Whether the merchant signed these bytes within the last five minutes. */
export function isFromFairhouse(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Uint8Array,
  nowMs: number,
): boolean {
  const { "x-key-id": keyId, "x-timestamp": timestamp, "x-signature": signature } = headers;
  if (keyId !== "house" || typeof timestamp !== "string" || typeof signature !== "string") return false;
  if (!/^[0-9]{10}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp) * 1000) > windowMs) return false;
  const right = Buffer.from(signatureOf(secret, "house", timestamp, body));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}
