import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { invariant } from "#kit/std/invariant.ts";

export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** Bit 3: sizes come after the content, so that it need not be known beforehand; bit 11: names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
/** 1 January 1980: the earliest date there is, and the same in each file. */
const date = 0x0021;
/** Larger archives need ZIP64, which this does not write. */
const largest = 0xffffffff;

/** A ZIP archive, piece by piece: neither an entry nor the archive is ever in memory as a whole. */
export async function* zipped(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, content } of entries) {
    const entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at };
    const head = localHead(entry.name);
    yield head;
    for await (const piece of deflate(content, entry)) {
      entry.packed += piece.length;
      yield piece;
    }
    invariant(Math.max(entry.size, entry.packed) < largest, "an entry of an archive is too large");
    const end = numbers([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size]);
    yield end;
    at += head.length + entry.packed + end.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(centralHead));
  invariant(at + directory.length < largest && written.length < 0xffff, "an archive is too large");
  yield directory;
  yield numbers(
    [4, 0x06054b50],
    [4, 0],
    [2, written.length],
    [2, written.length],
    [4, directory.length],
    [4, at],
    [2, 0],
  );
}

function deflate(content: ZipEntry["content"], sums: { crc: number; size: number }): AsyncIterable<Buffer> {
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const piece = Buffer.from(text);
      sums.crc = crc32(piece, sums.crc);
      sums.size += piece.length;
      yield piece;
    }
  }
  const source = Readable.from(bytes());
  const packed = source.pipe(createDeflateRaw());
  source.on("error", error => packed.destroy(error));
  return packed;
}

const localHead = (name: Buffer): Buffer =>
  Buffer.concat([
    numbers(
      [4, 0x04034b50],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, date],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ]);

const centralHead = ({ name, crc, packed, size, at }: Written): Buffer =>
  Buffer.concat([
    numbers(
      [4, 0x02014b50],
      [2, version],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, date],
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ),
    name,
  ]);

/** Numbers in little endian, each with its length in bytes. */
function numbers(...fields: readonly (readonly [length: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}
