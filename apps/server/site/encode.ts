import type { Transform } from "node:stream";
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | undefined;

/** The encoding a browser takes; brotli before gzip. */
export function encodingOf(header: string | string[] | undefined): Encoding {
  const accepted = `${header ?? ""}`;
  if (/\bbr\b(?!;q=0(\.0*)?(,|$))/.test(accepted)) return "br";
  return /\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(accepted) ? "gzip" : undefined;
}

const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** A stream that compresses and lets each piece of a page out as soon as it is there. */
export function encoder(encoding: "br" | "gzip"): Transform {
  return encoding === "br"
    ? createBrotliCompress({ params: brotliParams, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });
}

export function encodeWhole(text: string, encoding: Encoding): Buffer | string {
  if (encoding === undefined) return text;
  return encoding === "br" ? brotliCompressSync(text, { params: brotliParams }) : gzipSync(text, { level: 5 });
}
