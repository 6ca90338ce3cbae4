import { errorCode } from "#kit/contract/error-code.ts";

export const riskCaseClosed = errorCode("risk_case_closed", {
  status: 409,
  when: "an operator acts on a risk case that has been closed",
});
export const riskCaseNotClaimed = errorCode("risk_case_not_claimed", {
  status: 409,
  when: "an operator decides a risk case without having claimed it",
});
export const riskRuleChanged = errorCode("risk_rule_changed", {
  status: 409,
  when: "a risk rule is saved over a version that is no longer the newest; `data.version` is the newest",
});
/** `why`: `shadow_first`, `shadow_short`, `never_live`, `not_running`. */
export const riskRuleState = errorCode("risk_rule_state", {
  status: 409,
  when: "a version of a risk rule is made live, restored or stopped although it may not be; `data.why` is one of shadow_first, shadow_short, never_live and not_running",
});
