import { hash } from "node:crypto";
import { Failure, fail } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { emailKey } from "../shared/email.ts";
import { tooManyLogins, wrongCredentials } from "../shared/errors.ts";
import type { Passwords } from "./passwords.ts";
import { credentialOf, forgetLoginAttempts, giveBackLoginAttempt, takeLoginAttempt } from "./store.ts";

/** Failures of one identifier before it has to wait, and the window they are counted in. */
export const loginLimit = { most: 5, windowMs: 15 * 60_000 };

/**
 * Who signs in. Fails with `too_many_logins`, then `wrong_credentials`, both the same for an e-mail nobody has; with
 * `unavailable` when too many are at it.
 */
export async function logIn(host: Host, passwords: Passwords, email: string, password: string): Promise<PlayerId> {
  const key = emailKey(email);
  const identifier = hash("sha256", key, "buffer");
  const now = new Date(host.clock.now());
  const since = await takeLoginAttempt(host.db, identifier, loginLimit, now);
  if (since) {
    const retryAfter = Math.max(1, Math.ceil((since.getTime() + loginLimit.windowMs - now.getTime()) / 1000));
    fail(tooManyLogins, { retryAfter });
  }
  const credential = await credentialOf(host.db, key);
  const right = await passwords.verify(password, credential?.password_hash ?? null).catch(async error => {
    if (error instanceof Failure) await giveBackLoginAttempt(host.db, identifier);
    throw error;
  });
  if (!credential || !right) fail(wrongCredentials);
  await forgetLoginAttempts(host.db, identifier);
  return credential.id;
}
