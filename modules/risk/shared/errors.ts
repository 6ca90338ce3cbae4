import { errorCode } from "#kit/contract/error-code.ts";

export const riskCaseClosed = errorCode("risk_case_closed", {
  status: 409,
  when: "an operator acts on a risk case that has been closed",
});
export const riskCaseNotClaimed = errorCode("risk_case_not_claimed", {
  status: 409,
  when: "an operator decides a risk case without having claimed it",
});
