import { createHmac, timingSafeEqual } from "node:crypto";

/** A secret that two companies share. Both sign with it, in both directions. */
export interface SigningKey {
  /** Named in `x-key-id`. */
  readonly id: string;
  /** The HMAC key is its UTF-8 bytes. */
  readonly secret: string;
}

export interface RequestToSign {
  /** Upper case. */
  readonly method: string;
  /** Path and query exactly as in the request line, such as `/provider/v1/rounds/open?player=...`. */
  readonly path: string;
  readonly body: string | Uint8Array;
}

export interface ResponseToSign {
  readonly status: number;
  /** The `x-signature` of the request it answers. */
  readonly requestSignature: string;
  readonly body: string | Uint8Array;
}

export interface SignatureHeaders extends Record<string, string> {
  readonly "x-key-id": string;
  readonly "x-timestamp": string;
  readonly "x-signature": string;
}

type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Why a message is not accepted. */
export type SignatureFault = "headers_missing" | "unknown_key" | "clock_off" | "false_signature";

export type SignatureCheck =
  | { readonly ok: true; readonly key: SigningKey; readonly signature: string }
  | { readonly ok: false; readonly fault: SignatureFault };

/** How far a message's timestamp may be from the receiver's clock, either way. */
export const signatureWindowMs = 300_000;

export function signRequest(key: SigningKey, request: RequestToSign, nowMs: number): SignatureHeaders {
  return headersOf(key, nowMs, [request.method, request.path], request.body);
}

export function signResponse(key: SigningKey, response: ResponseToSign, nowMs: number): SignatureHeaders {
  return headersOf(key, nowMs, [`${response.status}`, response.requestSignature], response.body);
}

/** @param keys those that are valid now: two while a key is being rotated */
export function checkRequest(
  keys: readonly SigningKey[],
  headers: ReceivedHeaders,
  request: RequestToSign,
  nowMs: number,
): SignatureCheck {
  return check(keys, headers, [request.method, request.path], request.body, nowMs);
}

/** A response without a right signature decides nothing: the outcome of its request is unknown. */
export function checkResponse(
  keys: readonly SigningKey[],
  headers: ReceivedHeaders,
  response: ResponseToSign,
  nowMs: number,
): SignatureCheck {
  return check(keys, headers, [`${response.status}`, response.requestSignature], response.body, nowMs);
}

function headersOf(
  key: SigningKey,
  nowMs: number,
  subject: readonly [string, string],
  body: string | Uint8Array,
): SignatureHeaders {
  const timestamp = `${Math.floor(nowMs / 1000)}`;
  return { "x-key-id": key.id, "x-timestamp": timestamp, "x-signature": signatureOf(key, timestamp, subject, body) };
}

/** HMAC-SHA256 in hex over `{key id}.{timestamp}.{METHOD}.{path and query}.{body}`; of a response, `{status}.{request's signature}` in the middle. */
function signatureOf(
  key: SigningKey,
  timestamp: string,
  [first, second]: readonly [string, string],
  body: string | Uint8Array,
): string {
  return createHmac("sha256", key.secret)
    .update(`${key.id}.${timestamp}.${first}.${second}.`)
    .update(body)
    .digest("hex");
}

function check(
  keys: readonly SigningKey[],
  headers: ReceivedHeaders,
  subject: readonly [string, string],
  body: string | Uint8Array,
  nowMs: number,
): SignatureCheck {
  const { "x-key-id": keyId, "x-timestamp": timestamp, "x-signature": signature } = headers;
  if (typeof keyId !== "string" || typeof timestamp !== "string" || typeof signature !== "string")
    return { ok: false, fault: "headers_missing" };
  const key = keys.find(each => each.id === keyId);
  if (!key) return { ok: false, fault: "unknown_key" };
  if (!/^[0-9]{10}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp) * 1000) > signatureWindowMs)
    return { ok: false, fault: "clock_off" };
  const right = Buffer.from(signatureOf(key, timestamp, subject, body));
  const given = Buffer.from(signature);
  if (right.length !== given.length || !timingSafeEqual(right, given)) return { ok: false, fault: "false_signature" };
  return { ok: true, key, signature };
}
