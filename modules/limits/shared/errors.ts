import { errorCode } from "#kit/contract/error-code.ts";

export const breakNotLonger = errorCode("break_not_longer", {
  status: 409,
  when: "a time-out or self-exclusion that would end before the one in force; `data.until` says when that ends",
});

export const policyAcceptanceRequired = errorCode("policy_acceptance_required", {
  status: 409,
  when: "a stake or deposit while the player has not accepted a new version of a policy; withdrawals and open bets go on",
});

export const limitLooser = errorCode("limit_looser", {
  status: 409,
  when: "an operator alone sets a limit on a player's account that allows more than the one in force, or is in another currency",
});

export const limitNotLooser = errorCode("limit_not_looser", {
  status: 409,
  when: "a request to loosen an operator's limit that allows no more than the one in force, or where there is none",
});
