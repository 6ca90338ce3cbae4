import { errorCode } from "#kit/contract/error-code.ts";

export const operatorRefused = errorCode("operator_refused", {
  status: 401,
  when: "an operator's email, password or second factor is incorrect, the account is locked or disabled; the error does not say which",
});
export const codeRefused = errorCode("operator_code_refused", {
  status: 401,
  when: "an operator's code is wrong or was used, the first step is too old, or the account is now locked",
});
export const invitationOver = errorCode("invitation_over", {
  status: 404,
  when: "an operator's invitation is unknown, used, replaced by a later one or older than a day",
});
export const weakPassword = errorCode("operator_password_weak", {
  status: 422,
  when: "an operator's new password is short, common or their own email",
});
export const operatorExists = errorCode("operator_exists", {
  status: 409,
  when: "an operator is added with the email of another one",
});
export const ownRights = errorCode("own_rights", {
  status: 409,
  when: "an operator changes their own access or approves such a change, or no owner who can sign in would remain",
});
export const secondPersonNeeded = errorCode("second_person_needed", {
  status: 409,
  when: "an operator approves or decides their own request",
});
export const requesterLeft = errorCode("requester_left", {
  status: 409,
  when: "an operator approves a request of somebody who has been disabled since, or has lost the permission to make it",
});
export const operatorUnchanged = errorCode("operator_unchanged", {
  status: 409,
  when: "giving an operator the role they already have, disabling or enabling one who already is, or unlocking one who is not locked",
});
export const approverNew = errorCode("approver_new", {
  status: 409,
  when: "an operator approves within 24 hours of accepting an invitation or of a change of role; `data.from` says from when they can",
});
export const approverLinked = errorCode("approver_linked", {
  status: 409,
  when: "the approver invited the requester or an earlier approver, was invited by them, or was invited by the same person and neither is an owner",
});
export const revealLimit = errorCode("reveal_limit", {
  status: 429,
  when: "an operator reveals personal data for the 31st time within an hour; `data.retry_after` is in seconds",
});
export const approverDecided = errorCode("approver_decided", {
  status: 409,
  when: "an operator approves a payout of a player whose documents or limits they decided within seven days",
});
export const noSecondOwner = errorCode("no_second_owner", {
  status: 409,
  when: "an owner requests a change to operators while no other owner, who is not its subject, can sign in",
});

export const tooManyViews = errorCode("too_many_views", {
  status: 409,
  when: "an operator saves more than thirty views of one list",
});

export const passkeyRefused = errorCode("operator_passkey_refused", {
  status: 401,
  when: "an operator's passkey is unknown here, did not recognize its user or went back in its counter, its challenge is unknown, used, older than five minutes or of another session, or the account is now locked",
});
export const passkeyLimit = errorCode("passkey_limit", {
  status: 409,
  when: "an operator adds an eleventh passkey",
});
export const lastFactor = errorCode("last_factor", {
  status: 409,
  when: "an operator without an app removes the only passkey that signs them in at this host name, or one without such a passkey removes the app",
});
export const appCodeRefused = errorCode("app_code_refused", {
  status: 409,
  when: "the code is not of the app that the caller's session is adding, or its secret is older than ten minutes",
});
