import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | undefined;

/** The best encoding that the browser accepts; brotli before gzip. */
export function encodingOf(header: string | string[] | undefined): Encoding {
  const accepted = `${header ?? ""}`;
  if (/\bbr\b(?!;q=0(\.0*)?(,|$))/.test(accepted)) return "br";
  return acceptsGzip(accepted) ? "gzip" : undefined;
}

export function acceptsGzip(header: string | string[] | undefined): boolean {
  return /\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(`${header ?? ""}`);
}

const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** A stream that compresses and flushes each chunk of a page at once. */
export function encoder(encoding: "br" | "gzip"): Transform {
  return encoding === "br"
    ? createBrotliCompress({ params: brotliParams, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });
}

const brotliWhole = promisify(brotliCompress);
const gzipWhole = promisify(gzip);

/** Compresses in a separate thread: the process takes bets meanwhile. */
export async function encodeWhole(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === undefined) return bytes;
  return encoding === "br" ? brotliWhole(bytes, { params: brotliParams }) : gzipWhole(bytes, { level: 5 });
}
