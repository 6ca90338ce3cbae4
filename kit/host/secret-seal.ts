import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { Config } from "./config.ts";
import type { Host } from "./host.ts";

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts secrets for the database under a key that is not in it. */
export interface SecretSeal {
  /** @param label identifies the secret (`seed:{player}:{number}`): a ciphertext moved to another row does not decrypt */
  seal(secret: Uint8Array, label: string): Uint8Array;
  /** Throws unless the bytes were sealed under this label and key. */
  open(sealed: Uint8Array, label: string): Uint8Array;
}

/** The settings that a seal's keys come from. */
export type SealKeys = Pick<Config, "SECRET_KEY"> & Partial<Pick<Config, "SEAL_KEY" | "SEAL_KEY_OLD">>;

/**
 * AES-256-GCM; the keys come from SEAL_KEY, or SECRET_KEY without one, by HKDF. While SEAL_KEY_OLD is set it opens too. Stored form: nonce, tag, ciphertext.
 * @param purpose what the key is for, in a few words: each purpose has a separate key
 */
export function createSecretSeal(
  { config, random }: { readonly config: SealKeys; readonly random: Host["random"] },
  purpose: string,
): SecretSeal {
  const current = sealKey(config.SEAL_KEY ?? config.SECRET_KEY, purpose);
  const former = config.SEAL_KEY_OLD === undefined ? undefined : sealKey(config.SEAL_KEY_OLD, purpose);
  return {
    seal(secret, label) {
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", current, nonce).setAAD(Buffer.from(label));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, label) {
      const secret = former && tryOpen(sealed, label, current);
      return secret ?? openWith(sealed, label, former ?? current);
    },
  };
}

/** A KeyObject: with raw bytes Node takes 11 µs more for each cipher. */
function sealKey(root: string, purpose: string): KeyObject {
  const bytes = hkdfSync(
    "sha256",
    required(parseHex(root), "a key is not hexadecimal"),
    new Uint8Array(0),
    purpose,
    32,
  );
  return createSecretKey(new Uint8Array(bytes));
}

function tryOpen(sealed: Uint8Array, label: string, key: KeyObject): Uint8Array | undefined {
  try {
    return openWith(sealed, label, key);
  } catch {
    return undefined;
  }
}

function openWith(sealed: Uint8Array, label: string, key: KeyObject): Uint8Array {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(label))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
