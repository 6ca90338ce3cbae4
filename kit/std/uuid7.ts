import type { Uuid } from "./brand.ts";
import { toHex } from "./bytes.ts";

/** A UUID of version 7 (RFC 9562): 48 bits of milliseconds since 1970, then 74 of 16 random bytes. Later ones sort after earlier ones. */
export function uuid7(nowMs: number, random: Uint8Array): Uuid {
  const bytes = Uint8Array.from(random);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(nowMs / 0x10000));
  view.setUint16(4, nowMs % 0x10000);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Uuid;
}

/** When a UUID of version 7 was made, by its maker's clock, in milliseconds since 1970; undefined of any other version. */
export function timeOfUuid7(id: Uuid): number | undefined {
  return id[14] === "7" ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}
