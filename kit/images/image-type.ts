export const imageTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export type ImageType = (typeof imageTypes)[number];

/** Detected from the first bytes, whatever type the sender claims; undefined for everything else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const begin = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (begin.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (begin.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (begin.startsWith("RIFF") && begin.endsWith("WEBP")) return "image/webp";
  return undefined;
}
