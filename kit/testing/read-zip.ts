import { crc32, inflateRawSync } from "node:zlib";

/** The texts of an archive by name, read by its central directory. Throws where it contradicts itself. */
export function readZip(archive: Buffer): ReadonlyMap<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (at + archive.readUInt32LE(end + 12) !== end) throw new Error("the directory does not end where the archive ends");
  const texts = new Map<string, string>();
  for (let i = 0; i < count; i++) {
    const [crc, packed, size, nameLength, start] = [
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    if (archive.toString("utf8", start + 30, start + 30 + nameLength) !== name)
      throw new Error(`${name} is not at its place`);
    const content = inflateRawSync(archive.subarray(start + 30 + nameLength, start + 30 + nameLength + packed));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is not what the directory says`);
    texts.set(name, content.toString());
    at += 46 + nameLength;
  }
  return texts;
}
