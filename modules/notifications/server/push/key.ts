import { generateKeyPairSync } from "node:crypto";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { required } from "#kit/std/invariant.ts";
import { readKey, storeFirstKey } from "./store.ts";

export const sealPurpose = "web push key";

/** The pair of RFC 8292: the uncompressed point and the private scalar, base64url. */
export interface VapidPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

const label = "vapid";

/** The site's pair, made once; the private key is encrypted in the database. Of two processes that make one, both use the first. */
export function createVapidPair(host: Pick<Host, "db" | "config" | "random" | "clock">): () => Promise<VapidPair> {
  const seal = createSecretSeal(host, sealPurpose);
  let pair: Promise<VapidPair> | undefined;
  const read = async (): Promise<VapidPair> => {
    const row =
      (await readKey(host.db)) ?? (await storeFirstKey(host.db, sealed(makePair()), new Date(host.clock.now())));
    return { publicKey: row.publicKey, privateKey: Buffer.from(seal.open(row.sealed, label)).toString("base64url") };
  };
  const sealed = ({ publicKey, privateKey }: VapidPair) => {
    return { publicKey, sealed: seal.seal(Buffer.from(privateKey, "base64url"), label) };
  };
  return () => {
    pair ??= read().catch((error: unknown) => {
      pair = undefined;
      throw error;
    });
    return pair;
  };
}

function makePair(): VapidPair {
  const { x, y, d } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const part = (text: string | undefined) => Buffer.from(required(text, "a part of a P-256 key"), "base64url");
  const publicKey = Buffer.concat([Buffer.from([4]), part(x), part(y)]).toString("base64url");
  return { publicKey, privateKey: required(d, "a private key") };
}
