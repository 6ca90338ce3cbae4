import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "#kit/std/bytes.ts";
import { type FrameBody, frameBody } from "./protocol.ts";

/** SHA-256 of a body's bytes, as the next frame's `prev` states it. */
export function bodyHash(body: string): string {
  return toHex(sha256(utf8ToBytes(body)));
}

/** The two parts of a frame's text; undefined when it has no dot after a signature. */
export function splitFrame(text: string): { readonly signature: string; readonly body: string } | undefined {
  const dot = text.indexOf(".");
  if (dot < 1) return undefined;
  return { signature: text.slice(0, dot), body: text.slice(dot + 1) };
}

/** A frame whose signature is valid and whose body has the shape of the protocol; undefined otherwise. */
export function readFrame(text: string, publicKey: Uint8Array): FrameBody | undefined {
  const parts = splitFrame(text);
  const signature = parts && fromBase64Url(parts.signature);
  if (!parts || signature?.length !== 64) return undefined;
  if (!ed25519.verify(signature, utf8ToBytes(parts.body), publicKey)) return undefined;
  try {
    const read = frameBody.safeParse(JSON.parse(parts.body));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** base64url without padding; undefined for other texts. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of text) {
    held = ((held << 6) | alphabet.indexOf(letter)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 255;
  }
  return bytes;
}

export function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += alphabet.charAt((held >> bits) & 63);
    }
  }
  return bits > 0 ? text + alphabet.charAt((held << (6 - bits)) & 63) : text;
}

/** A frame's text: `signature.body`. */
export function signFrame(body: string, secretKey: Uint8Array): string {
  return `${toBase64Url(ed25519.sign(utf8ToBytes(body), secretKey))}.${body}`;
}
