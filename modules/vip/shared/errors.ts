import { errorCode } from "#kit/contract/error-code.ts";

export const vipRequestOpen = errorCode("vip_request_open", {
  status: 409,
  when: "a second request to the VIP club while one is open",
});

export const nothingToCollect = errorCode("nothing_to_collect", {
  status: 409,
  when: "a reward of which nothing is due in this currency",
});

export const rewardsOnBreak = errorCode("rewards_on_break", {
  status: 403,
  when: "a reward is collected during a break or an exclusion",
});
