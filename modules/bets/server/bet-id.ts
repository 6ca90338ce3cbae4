import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";

/** Public ids of bets. */
export interface BetIds {
  /** 43 characters of base64url; the same for the same bet, and unrelated to those of the player's other bets. */
  seal(player: PlayerId, key: Uuid): string;
  /** Undefined unless the text is canonical base64url of 32 bytes. A forged text decodes to a bet that does not exist. */
  open(id: string): BetName | undefined;
  /** The public id of a hidden player's bet: the bet's own id cannot be derived from it, so it leads to no seeds. */
  veil(player: PlayerId, key: Uuid): string;
  openVeiled(id: string): BetName | undefined;
}

interface BetName {
  readonly player: PlayerId;
  readonly key: Uuid;
}

const veilMark = "hidden-";

/** @param secretKey SECRET_KEY, 64 hex digits; the ciphers' keys are derived from it for this use only */
export function createBetIds(secretKey: string): BetIds {
  const own = sealer(secretKey, "fairhouse desk bet ids");
  const veiled = sealer(secretKey, "fairhouse desk hidden bet ids");
  return {
    ...own,
    veil: (player, key) => veilMark + veiled.seal(player, key),
    openVeiled: id => (id.startsWith(veilMark) ? veiled.open(id.slice(veilMark.length)) : undefined),
  };
}

/**
 * Encrypts (player, key) with AES-256 over both 16-byte blocks, chained as CBC with an IV of zeros. The key comes first: the second block
 * is chained to it, so two ids do not show that they belong to one player. No index is needed to find the bet again.
 */
function sealer(secretKey: string, purpose: string): Pick<BetIds, "seal" | "open"> {
  const cipherKey = new Uint8Array(hkdfSync("sha256", Buffer.from(secretKey, "hex"), "", purpose, 32));
  // Single-block encryption is stateless, so one cipher is reused; creating one costs as much as the rest of placing a bet.
  const cipher = createCipheriv("aes-256-ecb", cipherKey, null).setAutoPadding(false);
  const decipher = createDecipheriv("aes-256-ecb", cipherKey, null).setAutoPadding(false);
  return {
    seal(player, key) {
      const first = cipher.update(bytesOf(key));
      const second = cipher.update(xor(bytesOf(player), first));
      return Buffer.concat([first, second]).toString("base64url");
    },
    open(id) {
      const sealed = Buffer.from(id, "base64url");
      if (sealed.length !== 32 || sealed.toString("base64url") !== id) return undefined;
      const [first, second] = [sealed.subarray(0, 16), sealed.subarray(16)];
      return {
        key: uuidOf(decipher.update(first)),
        player: uuidOf(xor(decipher.update(second), first)) as string as PlayerId,
      };
    },
  };
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

/** Modifies and returns `bytes`. */
function xor(bytes: Buffer, other: Buffer): Buffer {
  for (let i = 0; i < bytes.length; i++) bytes[i] = (bytes[i] ?? 0) ^ (other[i] ?? 0);
  return bytes;
}

function uuidOf(bytes: Buffer): Uuid {
  const hex = bytes.toString("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return required(parseUuid(parts.join("-")), "16 bytes make a UUID");
}
