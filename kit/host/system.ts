import { randomBytes } from "node:crypto";
import type { Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { Clock, Failpoints, Ids, Random } from "./host.ts";

/** The only source of real time and real randomness. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = { bytes: length => randomBytes(length) };

export const noFailpoints: Failpoints = { hit() {} };

/** UUIDs version 7 (RFC 9562): 48 bits of milliseconds, then 74 random bits; later ones sort after earlier ones. */
export function uuidIds(clock: Clock, random: Random): Ids {
  return {
    next() {
      const bytes = Uint8Array.from(random.bytes(16));
      new DataView(bytes.buffer).setUint32(0, Math.floor(clock.now() / 0x10000));
      new DataView(bytes.buffer).setUint16(4, clock.now() % 0x10000);
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = toHex(bytes);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Uuid;
    },
  };
}
