import { constants, crc32, createDeflateRaw, type DeflateRaw } from "node:zlib";

/** Creates the gzip file of a page with the nonce in the gaps between its parts. */
export type GzippedPage = (nonce: Uint8Array) => Uint8Array;

/** RFC 1952, 2.3.1: deflate, no flags, no time, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Bytes that no UTF-8 text contains: nothing of a part can be compressed as a repetition of them. */
const stand = 0xff;
const level = 6;

const gzipped = new WeakMap<readonly Uint8Array[], Promise<GzippedPage>>();

/** The compressed page of these parts, which is made when it is first asked for. */
export function gzippedPage(parts: readonly Uint8Array[], nonceLength: number): Promise<GzippedPage> {
  const made = gzipped.get(parts) ?? precompress(parts, nonceLength);
  gzipped.set(parts, made);
  return made;
}

/**
 * Compresses a page once for all who get it with nonces of their own. A gap is a stored block (RFC 1951, 3.2.4) that is written when the
 * page is sent; while compressing, as many bytes stand for it, so that repetitions across a gap keep their distance.
 *
 * @param parts UTF-8
 * @param nonceLength bytes of each nonce
 */
export async function precompress(parts: readonly Uint8Array[], nonceLength: number): Promise<GzippedPage> {
  const deflate = createDeflateRaw({ level });
  const compressed: Uint8Array[] = [];
  const placeholder = Buffer.alloc(nonceLength, stand);
  for (const [index, part] of parts.entries()) {
    if (index > 0) await flushed(deflate, placeholder);
    compressed.push(await flushed(deflate, part));
  }
  deflate.destroy();
  return nonce => gzipFile(parts, compressed, nonce);
}

/** What the compressor makes of the bytes, up to the next whole byte (an empty stored block). */
async function flushed(deflate: DeflateRaw, bytes: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const collect = (chunk: Uint8Array) => chunks.push(chunk);
  deflate.on("data", collect);
  deflate.write(bytes);
  await new Promise<void>((resolve, reject) => {
    deflate.once("error", reject);
    deflate.flush(constants.Z_SYNC_FLUSH, () => {
      deflate.off("error", reject);
      resolve();
    });
  });
  deflate.off("data", collect);
  return Buffer.concat(chunks);
}

function gzipFile(parts: readonly Uint8Array[], compressed: readonly Uint8Array[], nonce: Uint8Array): Uint8Array {
  const gap = Buffer.concat([storedBlock(nonce.length, false), nonce]);
  const body = compressed.flatMap((part, index) => (index === 0 ? [part] : [gap, part]));
  return Buffer.concat([header, ...body, storedBlock(0, true), trailer(parts, nonce)]);
}

/** The head of a stored block that begins at a whole byte. */
function storedBlock(length: number, isLast: boolean): Uint8Array {
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(length ^ 0xffff, 3);
  return head;
}

/** Checksum and length of the whole text. */
function trailer(parts: readonly Uint8Array[], nonce: Uint8Array): Uint8Array {
  let checksum = 0;
  let length = 0;
  for (const [index, part] of parts.entries()) {
    if (index > 0) checksum = crc32(nonce, checksum);
    checksum = crc32(part, checksum);
    length += part.length + (index > 0 ? nonce.length : 0);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(checksum, 0);
  end.writeUInt32LE(length % 2 ** 32, 4);
  return end;
}
