import { crc32, deflateSync } from "node:zlib";

/** Images for tests, built byte by byte, independent of the library of the product. */

const signature = Buffer.from("89504e470d0a1a0a", "hex");

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  // Eight bits of grey.
  data[8] = 8;
  return chunk("IHDR", data);
}

/** A grey PNG; `more` chunks come before its pixels. */
export function testPng(width = 2, height = 2, more: readonly (readonly [string, Uint8Array])[] = []): Buffer {
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  const extra = more.map(([name, data]) => chunk(name, data));
  const parts = [header(width, height), ...extra, chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** A PNG whose header declares this size and that is a few bytes long. */
export function pngBomb(width: number, height: number): Buffer {
  return Buffer.concat([signature, header(width, height), chunk("IDAT", deflateSync(Buffer.alloc(1000)))]);
}
