import { errorCode } from "#kit/contract/error-code.ts";

export const verificationClosed = errorCode("verification_closed", {
  status: 409,
  when: "a document, or a submission, while a check runs or after it passed; `data.status` says which",
});
export const checkClaimed = errorCode("check_claimed", {
  status: 409,
  when: "a claim or a decision of an identity check that another operator has claimed within ten minutes; `data.operator` says who",
});
export const tooYoung = errorCode("too_young", {
  status: 403,
  when: "a birth date of a person under 18; `data.from` is the day they come of age, until which they can neither play nor deposit, unless a document proves their age sooner",
});
export const birthDateInReview = errorCode("birth_date_in_review", {
  status: 409,
  when: "a second date of birth that differs from the first: both are kept, and an operator decides by the document",
});
export const documentsMissing = errorCode("documents_missing", {
  status: 409,
  when: "a submission, or an approval by an operator, without the documents a check needs; `data.missing` names them",
});
export const notDecided = errorCode("verification_not_decided", {
  status: 409,
  when: "overruling an identity check that is not decided",
});
export const decidedBefore = errorCode("decided_before", {
  status: 409,
  when: "approving the overrule of a decision that the operator made, requested or approved",
});
export const checkSignatureInvalid = errorCode("check_signature_invalid", {
  status: 401,
  when: "a message of the verification provider that is unsigned, has an invalid signature, or is older than five minutes",
});
