import { ed25519 } from "@noble/curves/ed25519.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { parseBase64 } from "#kit/std/bytes.ts";

/** Whether an Ed25519 signature (RFC 8032) of a text is that of a key; both base64url. Never throws. */
export function isSignedText(text: string, signature: string, key: string): boolean {
  const [bytes, point] = [parseBase64(signature), parseBase64(key)];
  if (bytes?.length !== 64 || point?.length !== 32) return false;
  try {
    return ed25519.verify(bytes, utf8ToBytes(text), point);
  } catch {
    return false;
  }
}
