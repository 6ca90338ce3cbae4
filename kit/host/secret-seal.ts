import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
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

/**
 * AES-256-GCM; the key comes from SECRET_KEY by HKDF. Stored form: nonce, tag, ciphertext.
 * @param purpose what the key is for, in a few words: each purpose has a separate key
 */
export function createSecretSeal(host: Pick<Host, "config" | "random">, purpose: string): SecretSeal {
  const root = required(parseHex(host.config.SECRET_KEY), "SECRET_KEY is not hexadecimal");
  const key = new Uint8Array(hkdfSync("sha256", root, new Uint8Array(0), purpose, 32));
  return {
    seal(secret, label) {
      const nonce = host.random.bytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(label));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, label) {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(label))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    },
  };
}
