import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** DER around 32 bytes of an Ed25519 key (RFC 8410). */
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex");
const publicPrefix = Buffer.from("302a300506032b6570032100", "hex");

export interface Signer {
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  /** The signature of a text's bytes, base64url. */
  sign(text: string): string;
}

/** Ed25519 by Node: twenty times as fast as in JavaScript, the same bytes. */
export function createSigner(secret: Uint8Array): Signer {
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, secret]), format: "der", type: "pkcs8" });
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    publicKey: der.subarray(publicPrefix.length).toString("base64url"),
    sign: text => sign(null, Buffer.from(text), key).toString("base64url"),
  };
}

export function publicKeyOf(base64url: string): KeyObject {
  const key = Buffer.concat([publicPrefix, Buffer.from(base64url, "base64url")]);
  return createPublicKey({ key, format: "der", type: "spki" });
}

export function isSigned(text: string, signature: string, key: KeyObject): boolean {
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
}
