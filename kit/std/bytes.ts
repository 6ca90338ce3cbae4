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
