import { createHmac, hash, hkdfSync, timingSafeEqual } from "node:crypto";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { ascii } from "#kit/std/bytes.ts";

/**
 * The secret in the refresh cookie. It is computed and never stored: HMAC-SHA256, under a key derived from SECRET_KEY, over the session,
 * its salt and the number of rotations. So a copy of the database is no use, a forged cookie can be distinguished from a replayed one, and
 * a tab that lost a response can get the same secret again.
 */
export interface RefreshSecrets {
  /** The cookie's value: `{session}.{generation}.{secret}`. */
  make(session: Uuid, salt: Uint8Array, generation: number): string;
  isRight(presented: PresentedSecret, salt: Uint8Array): boolean;
}

export interface PresentedSecret {
  readonly session: Uuid;
  readonly generation: number;
  readonly secret: string;
}

export function refreshSecrets(secretKeyHex: string): RefreshSecrets {
  const key = new Uint8Array(hkdfSync("sha256", Buffer.from(secretKeyHex, "hex"), "", "fairhouse refresh", 32));
  const secretOf = (session: Uuid, salt: Uint8Array, generation: number) =>
    createHmac("sha256", key)
      .update(ascii(`${session}.${generation}.`))
      .update(salt)
      .digest("base64url");
  return {
    make: (session, salt, generation) => `${session}.${generation}.${secretOf(session, salt, generation)}`,
    isRight({ session, generation, secret }, salt) {
      const right = Buffer.from(secretOf(session, salt, generation));
      const given = Buffer.from(secret);
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}

/** Parses the cookie's value; undefined when it is malformed. */
export function parseRefreshSecret(text: string | undefined): PresentedSecret | undefined {
  const [, id, generation, secret] = /^([0-9a-f-]{36})\.([1-9][0-9]{0,8})\.([A-Za-z0-9_-]{43})$/.exec(text ?? "") ?? [];
  const session = id === undefined ? undefined : parseUuid(id);
  if (!session || !generation || !secret) return undefined;
  return { session, generation: Number(generation), secret };
}

/** SHA-256 of a token: its key in the database and the cache. */
export function tokenHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
