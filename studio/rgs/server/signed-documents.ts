import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { canonicalJson } from "#kit/std/json.ts";

/** A signature that stays valid when the document is stored: Ed25519 over its canonical JSON. */
export interface DocumentSignature {
  /** Raw public key, in hex. */
  readonly public_key: string;
  readonly signature: string;
}

export type SignDocument = (document: unknown) => DocumentSignature;

/** DER of a PKCS #8 Ed25519 key up to its 32 bytes (RFC 8410). */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

export function createSignDocument(seed: Uint8Array): SignDocument {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" });
  const public_key = rawPublicKey(key);
  return document => ({
    public_key,
    signature: sign(null, Buffer.from(canonicalJson(document), "utf8"), key).toString("hex"),
  });
}

function rawPublicKey(key: KeyObject): string {
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  return der.subarray(-32).toString("hex");
}
