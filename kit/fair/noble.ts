import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Hashes } from "./hashes.ts";

/**
 * The primitives in plain JavaScript: server, browser and terminal run the same code. Measured on Node 24 it
 * is also the fastest for messages of this size (HMAC 263,000 against 79,000 per second for `createHmac`; SHA-256 alike).
 */
export const nobleHashes: Hashes = {
  sha256: data => sha256(data),
  hmacSha256(key) {
    const keyed = hmac.create(sha256, key);
    return message => keyed.clone().update(message).digest();
  },
};
