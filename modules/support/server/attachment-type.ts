import { imageTypeOf } from "#kit/images/image-type.ts";
import type { AttachmentType } from "../shared/attachment.ts";

/** The type of these bytes, whatever name and type the sender gave; undefined for what is not accepted. */
export function attachmentTypeOf(bytes: Uint8Array): AttachmentType | undefined {
  const image = imageTypeOf(bytes);
  if (image) return image;
  if (Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-") return "application/pdf";
  return isPlainText(bytes) ? "text/plain" : undefined;
}

/** Markup, SVG among it, and scripts are refused although they are text: there is no reason to send one. */
const markup = /^[\s\ufeff]*(<[!?a-z]|#!)/i;
/** Control characters other than tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for.
const binary = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return !binary.test(text) && !markup.test(text);
  } catch {
    return false;
  }
}
