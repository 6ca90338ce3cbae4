import { errorCode } from "#kit/contract/error-code.ts";

export const factorWrong = errorCode("factor_wrong", {
  status: 422,
  when: "a proof with a wrong password, a code of the app that is wrong or was used, or a recovery code that is wrong or was used",
});
export const tooManyTries = errorCode("too_many_tries", {
  status: 429,
  when: "5 wrong proofs or codes of one player in 15 minutes; Retry-After says when to retry",
});
export const passkeyRefused = errorCode("passkey_refused", {
  status: 422,
  when: "a passkey that is unknown here, of another host, of another player, or a response to an unknown, expired or used challenge",
});
export const totpOn = errorCode("totp_on", {
  status: 409,
  when: "setting up an authenticator app when one is already on, or turning it on a second time",
});
