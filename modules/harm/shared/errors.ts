import { errorCode } from "#kit/contract/error-code.ts";

export const caseClosed = errorCode("case_closed", {
  status: 409,
  when: "an operator acts on a case of player protection that has been closed",
});
export const caseOpen = errorCode("case_open", {
  status: 409,
  when: "an operator opens a case of player protection for a player who has an open one",
});
export const caseNotClaimed = errorCode("case_not_claimed", {
  status: 409,
  when: "an operator contacts a player about a case, sets a break or closes it without having claimed it",
});
