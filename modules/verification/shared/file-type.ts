/** Accepted file types, recognised by their first bytes, not by the browser's type. */
const kinds = [
  { type: "image/jpeg", begins: [0xff, 0xd8, 0xff] },
  { type: "image/png", begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "application/pdf", begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
] as const;

export type FileType = (typeof kinds)[number]["type"];
export const fileTypes: readonly FileType[] = kinds.map(({ type }) => type);

/** Bytes of one document. */
export const largestFile = 4 * 1024 * 1024;

/** The type of these bytes; undefined for an unaccepted file. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  return kinds.find(({ begins }) => begins.every((byte, index) => bytes[index] === byte))?.type;
}
