import type { Random } from "#kit/host/host.ts";
import { tokenHash } from "./secrets.ts";

/** A secret of 32 random bytes, and the hash stored in the database. */
export function newSecret(random: Random): { readonly secret: string; readonly hash: Buffer } {
  const secret = Buffer.from(random.bytes(32)).toString("base64url");
  return { secret, hash: tokenHash(secret) };
}
