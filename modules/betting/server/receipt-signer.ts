import { createPrivateKey, createPublicKey, hkdfSync, sign } from "node:crypto";

export interface ReceiptSigner {
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  /** Ed25519 over the text, 64 bytes. */
  sign(text: string): Buffer;
}

/** DER before the 32 bytes of an Ed25519 key (RFC 8410). */
const prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** @param secretKey SECRET_KEY, 64 hex digits; the key of receipts is derived from it for this use only */
export function createReceiptSigner(secretKey: string): ReceiptSigner {
  const seed = hkdfSync("sha256", Buffer.from(secretKey, "hex"), "", "fairhouse betting receipts", 32);
  const key = createPrivateKey({ key: Buffer.concat([prefix, Buffer.from(seed)]), format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return { publicKey: x, sign: text => sign(null, Buffer.from(text), key) };
}
