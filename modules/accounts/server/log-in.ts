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
/** Failures of one identifier after which the next attempt brings a captcha. */
const failuresBeforeCaptcha = 3;

/** Takes the caller's captcha, or fails. */
export type DemandCaptcha = () => Promise<void>;

/**
 * Who signs in. Fails with `too_many_logins`, then a captcha that is missing, then `wrong_credentials`, all the same for an
 * e-mail nobody has; with `unavailable` when too many are at it.
 */
export async function logIn(
  host: Host,
  passwords: Passwords,
  credentials: { readonly email: string; readonly password: string },
  demandCaptcha: DemandCaptcha,
): Promise<PlayerId> {
  const key = emailKey(credentials.email);
  const identifier = hash("sha256", key, "buffer");
  const now = new Date(host.clock.now());
  const attempt = await takeLoginAttempt(host.db, identifier, loginLimit, now);
  if (attempt.kind === "refused") {
    const retryAfter = Math.max(1, Math.ceil((attempt.since.getTime() + loginLimit.windowMs - now.getTime()) / 1000));
    fail(tooManyLogins, { retryAfter });
  }
  const notLookedAt = async (error: unknown) => {
    if (error instanceof Failure) await giveBackLoginAttempt(host.db, identifier);
    throw error;
  };
  if (attempt.failures > failuresBeforeCaptcha) await demandCaptcha().catch(notLookedAt);
  const credential = await credentialOf(host.db, key);
  const right = await passwords.verify(credentials.password, credential?.password_hash ?? null).catch(notLookedAt);
  if (!credential || !right) fail(wrongCredentials);
  await forgetLoginAttempts(host.db, identifier);
  return credential.id;
}
