import { Failure, fail } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { LoginAnswer } from "../shared/contract.ts";
import { wrongCredentials } from "../shared/errors.ts";
import type { Browsers } from "./browsers.ts";
import type { Codes } from "./codes.ts";
import type { Contact } from "./contact.ts";
import { type HolderRow, holderOf } from "./contact-store.ts";
import { type LoginAttempt, takeAttempt } from "./login-attempts.ts";
import type { Logins } from "./logins.ts";
import type { Passwords } from "./passwords.ts";
import type { Arriving } from "./sign-in.ts";

/** Failures of one identifier after which the next attempt needs a captcha, and a code if the contact is confirmed. */
const failuresBeforeCaptcha = 3;

/** Checks the caller's captcha, or fails. */
export type RequireCaptcha = () => Promise<void>;

export interface LogInParts {
  readonly host: Host;
  readonly passwords: Passwords;
  readonly logins: Logins;
  readonly codes: Codes;
  readonly browsers: Browsers;
}

/**
 * A login by password. Fails with `too_many_logins`, then for a missing captcha, then with `wrong_credentials`, equally for a contact
 * without an account; with `unavailable` when too many are waiting. In a known browser of the player the right password is enough, whatever
 * others did to the contact; a second factor is still required.
 */
export async function logIn(
  { host, passwords, logins, codes, browsers }: LogInParts,
  call: Arriving & Pick<Call, "setStatus" | "locale">,
  { contact, password }: { readonly contact: Contact; readonly password: string },
  requireCaptcha: RequireCaptcha,
): Promise<LoginAnswer> {
  const attempt = await takeAttempt(host, browsers, call, contact);
  const { identifier } = attempt;
  const captchaRefused = async (error: unknown) => {
    if (error instanceof Failure) await attempt.release();
    throw error;
  };
  const isSuspicious = attempt.failures > failuresBeforeCaptcha;
  if (isSuspicious) await requireCaptcha().catch(captchaRefused);
  const holder = await holderOf(host.db, contact);
  const right = await passwords.verify(password, holder?.passwordHash ?? null).catch(captchaRefused);
  if (!holder || !right) fail(wrongCredentials);
  const confirm = confirmationOf(contact, holder, attempt);
  return host.db.tx(async tx => {
    const answer = await logins.enter(tx, call, { player: holder.id, identifier, confirm });
    if ("data" in answer && confirm && answer.data.methods.includes(confirm))
      await codes.send(tx, {
        subject: { purpose: "login", contact },
        contact: { ...contact, address: holder.address },
        real: true,
        channel: contact.kind === "email" ? "email" : "sms",
        locale: call.locale,
        from: call,
        reserved: true,
      });
    return answer;
  });
}

/**
 * Whether a player without a second factor needs more than the right password: a number that was never confirmed may be another person's,
 * and a password that was right after three wrong ones, or on a spare attempt, may have been guessed.
 */
function confirmationOf({ kind }: Contact, holder: HolderRow, attempt: LoginAttempt): Contact["kind"] | undefined {
  if (attempt.kind === "known") return undefined;
  if (attempt.kind === "spare") return kind;
  if (!holder.verified) return kind === "phone" ? "phone" : undefined;
  return attempt.failures > failuresBeforeCaptcha ? kind : undefined;
}
