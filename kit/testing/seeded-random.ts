import { createHash } from "node:crypto";
import type { Random } from "#kit/host/host.ts";

/** The same bytes for the same seed: SHA-256 over the seed and a counter. For tests only. */
export function seededRandom(seed: string): Random {
  let block = new Uint8Array(0);
  let counter = 0;
  return {
    bytes(length) {
      const bytes = new Uint8Array(length);
      for (let filled = 0; filled < length; ) {
        if (block.length === 0) block = new Uint8Array(createHash("sha256").update(`${seed}:${counter++}`).digest());
        const part = block.subarray(0, length - filled);
        bytes.set(part, filled);
        block = block.slice(part.length);
        filled += part.length;
      }
      return bytes;
    },
  };
}
