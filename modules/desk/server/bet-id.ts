import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";

/** The outside names of bets. */
export interface BetIds {
  /** 43 characters of base64url; the same for the same bet, and unlike those of the player's other bets. */
  seal(player: PlayerId, key: Uuid): string;
  /** Undefined for what is not the canonical text of 32 bytes. A forged text opens to a bet that does not exist. */
  open(id: string): { player: PlayerId; key: Uuid } | undefined;
}

const zeroIv = new Uint8Array(16);

/**
 * Seals (player, key) with AES-256 over both 16-byte blocks. The key goes first: the second block is chained to it, so that
 * nothing in two ids tells that they are of one player. No index is needed to find the bet again.
 * @param secretKey SECRET_KEY, 64 hex digits; the cipher's key is derived from it and used for nothing else
 */
export function createBetIds(secretKey: string): BetIds {
  const cipherKey = new Uint8Array(hkdfSync("sha256", Buffer.from(secretKey, "hex"), "", "fairhouse desk bet ids", 32));
  return {
    seal(player, key) {
      const cipher = createCipheriv("aes-256-cbc", cipherKey, zeroIv).setAutoPadding(false);
      return cipher.update(Buffer.from(`${key}${player}`.replaceAll("-", ""), "hex")).toString("base64url");
    },
    open(id) {
      const sealed = Buffer.from(id, "base64url");
      if (sealed.length !== 32 || sealed.toString("base64url") !== id) return undefined;
      const plain = createDecipheriv("aes-256-cbc", cipherKey, zeroIv).setAutoPadding(false).update(sealed);
      return { key: uuidOf(plain.subarray(0, 16)), player: uuidOf(plain.subarray(16)) as string as PlayerId };
    },
  };
}

function uuidOf(bytes: Buffer): Uuid {
  const hex = bytes.toString("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return must(parseUuid(parts.join("-")), "16 bytes make a UUID");
}
