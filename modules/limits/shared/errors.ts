import { errorCode } from "#kit/contract/error-code.ts";

export const breakNotLonger = errorCode("break_not_longer", {
  status: 409,
  when: "a time-out or self-exclusion that would end before the one in force; `data.until` says when that ends",
});

export const policyAcceptanceRequired = errorCode("policy_acceptance_required", {
  status: 409,
  when: "a stake or deposit while the player has not accepted a new version of a policy; withdrawals and open bets go on",
});
