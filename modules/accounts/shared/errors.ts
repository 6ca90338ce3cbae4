import { errorCode } from "#kit/contract/error-code.ts";

export const wrongCredentials = errorCode("wrong_credentials", {
  status: 422,
  when: "a login whose email or phone has no account, or whose password is wrong; both do the same work and get the same response",
});
export const tooManyLogins = errorCode("too_many_logins", {
  status: 429,
  when: "5 failed logins of one email or phone in 15 minutes, or 5 failed second steps of one player, whether an account has it or not; Retry-After says when to retry",
});
export const sessionReplayed = errorCode("session_replayed", {
  status: 401,
  when: "a refresh with a secret that was already rotated, after the grace period of 10 seconds: the secret was copied, so the session ends",
});
export const signOnRefused = errorCode("sign_on_refused", {
  status: 422,
  when: "a single sign-on token that is unknown, used, older than 30 seconds, of another host, or without the proof it was requested with",
});
/** Of modules/factors, whose port asks for it. */
export const proofRequired = errorCode("proof_required", {
  status: 403,
  when: "a change of an account's credentials, its closing or a withdrawal without a proof of the last five minutes in this session; players without a second factor change their password and contacts, and close the account, with the password alone",
});
export const tooManyCodes = errorCode("too_many_codes", {
  status: 429,
  when: "messages of one purpose in 10 minutes, and of all purposes in a day: 3 and 6 to one contact from one address, 6 and 12 to one contact, 3 and 10 for one player, 30 and 200 from one address (times RATE_LIMIT_FACTOR), whether an account has the contact or not; Retry-After says when to retry",
});
export const challengeOver = errorCode("challenge_over", {
  status: 409,
  when: "the second step of a login that does not exist, has ended, is older than 10 minutes, was tried 5 times, or does not take this method",
});
export const linkExpired = errorCode("link_over", {
  status: 422,
  when: "a link or a reset token that is used, expired, for another contact, or does not exist",
});
export const passwordExists = errorCode("password_exists", {
  status: 409,
  when: "a first password is set while the account has one",
});
export const accountLocked = errorCode("account_locked", {
  status: 423,
  when: "a login with correct credentials to a locked account; wrong credentials do not reveal the lock",
});
export const notLocked = errorCode("account_not_locked", {
  status: 409,
  when: "an operator requests or approves unlocking an account that is not locked",
});
