import { invariant } from "./invariant.ts";

const hexDigits = "0123456789abcdef";

/** Lower-case hexadecimal of the bytes. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += hexDigits.charAt(byte >> 4) + hexDigits.charAt(byte & 15);
  return text;
}

/** The bytes of an even-length hexadecimal text in either case; undefined if it is not one. */
export function parseHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** The bytes of text that consists of ASCII only, as every fairness message does. */
export function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    invariant(code < 128, "text is not ASCII");
    bytes[i] = code;
  }
  return bytes;
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const base64Values = new Map([...base64Digits].map((digit, value) => [digit, value]));

/** The bytes of a base64 or base64url text, with or without padding; undefined if it is not one. */
export function parseBase64(text: string): Uint8Array | undefined {
  const digits = text
    .replace(/={0,2}$/, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  for (let i = 0, at = 0, bits = 0, held = 0; i < digits.length; i++) {
    held = (held << 6) | (base64Values.get(digits.charAt(i)) ?? 0);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return bytes;
}
