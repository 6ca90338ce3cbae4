import { createHmac, hash, hkdfSync } from "node:crypto";
import type { Host } from "#kit/host/host.ts";
import type { AccountLinks } from "./provider.ts";

/** Creates the values that tie an answer to its request. Nonce and verifier are derived from the state under a server key. */
export interface AccountLinker {
  fresh(): AccountLinks;
  of(state: string): AccountLinks;
}

export function createAccountLinks({ config, random }: Pick<Host, "config" | "random">): AccountLinker {
  const key = new Uint8Array(hkdfSync("sha256", Buffer.from(config.SECRET_KEY, "hex"), "", "fairhouse social", 32));
  const derive = (purpose: string, state: string) =>
    createHmac("sha256", key).update(`${purpose} ${state}`).digest("base64url");
  const of = (state: string): AccountLinks => ({
    state,
    nonce: derive("nonce", state),
    verifier: derive("verifier", state),
  });
  return { of, fresh: () => of(secret({ random })) };
}

/** 32 random bytes as text. */
export function secret({ random }: Pick<Host, "random">): string {
  return Buffer.from(random.bytes(32)).toString("base64url");
}

export function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
