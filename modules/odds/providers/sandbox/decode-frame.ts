import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import * as z from "zod/mini";
import type { Frame, FrameFault, RejectedFrame } from "../../shared/feed.ts";
import { decodeMessage } from "../../shared/sandbox/decode-message.ts";
import { messageTexts } from "./message-texts.ts";

/** Larger frames are not read. The provider's largest, a snapshot, is a tenth of it. */
export const largestFrame = 4 * 1024 * 1024;
const beginningLength = 65_536;

const envelope = z.object({
  producer: z.string().check(z.regex(/^[a-z_]{1,20}$/)),
  epoch: z.int().check(z.gte(1)),
  frame: z.int().check(z.gte(1)),
  prev: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  sent: z.int().check(z.gte(0), z.lte(8e12)),
  messages: z.array(z.unknown()),
});

/** The raw key of Ed25519, base64url, as `node:crypto` takes it. */
export function publicKeyOf(text: string): KeyObject {
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: text }, format: "jwk" });
}

/** Reads `signature.body`. Several keys: during a rotation the old one still counts. */
export function decodeFrame(text: Buffer, producer: string, keys: readonly KeyObject[]): Frame | RejectedFrame {
  if (text.length > largestFrame) return rejectedFrame(text, "frame_too_large");
  const dot = text.indexOf(".");
  const signature = text.subarray(0, Math.max(0, dot)).toString("latin1");
  const body = text.subarray(dot + 1);
  if (dot < 1 || !isSigned(body, signature, keys)) return rejectedFrame(text, "bad_signature");
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return rejectedFrame(text, "not_json");
  }
  const read = envelope.safeParse(value);
  if (!read.success) return rejectedFrame(text, "bad_frame");
  if (read.data.producer !== producer) return rejectedFrame(text, "wrong_producer");
  return frameOf(read.data, signature, body) ?? rejectedFrame(text, "bad_frame");
}

/** Whether one of the keys signed these bytes; the signature is base64url. */
export function isSigned(body: Uint8Array, signature: string, keys: readonly KeyObject[]): boolean {
  if (!/^[A-Za-z0-9_-]{86}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, "base64url");
  return keys.some(key => verify(null, body, key, bytes));
}

function frameOf(read: z.output<typeof envelope>, signature: string, bytes: Buffer): Frame | undefined {
  const body = bytes.toString("utf8");
  const texts = messageTexts(body);
  if (texts?.length !== read.messages.length || !isStorable(body)) return undefined;
  const { producer, epoch, frame, prev, sent } = read;
  return {
    producer,
    epoch,
    frame,
    prev,
    hash: createHash("sha256").update(bytes).digest("hex"),
    sent,
    signature,
    body,
    messages: read.messages.map((message, i) => ({ text: texts[i] ?? "", message: decodeMessage(message) })),
  };
}

/** PostgreSQL stores no NUL; bytes that are not UTF-8 would not come back as they were signed. */
const isStorable = (body: string) => !body.includes("\u0000") && !body.includes("\\u0000") && !body.includes("\ufffd");

export function rejectedFrame(text: Buffer, fault: FrameFault): RejectedFrame {
  return {
    fault,
    length: text.length,
    hash: createHash("sha256").update(text).digest("hex"),
    beginning: Uint8Array.prototype.slice.call(text, 0, beginningLength),
  };
}
