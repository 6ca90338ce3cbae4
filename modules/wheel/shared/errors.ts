import { errorCode } from "#kit/contract/error-code.ts";

export const wheelForVerified = errorCode("wheel_for_verified", {
  status: 403,
  when: "the daily wheel is spun by a player whose identity has not been checked",
});
export const wheelUnavailable = errorCode("wheel_unavailable", {
  status: 403,
  when: "the daily wheel is spun by a player to whom nothing is offered",
});
export const onBreak = errorCode("on_break", {
  status: 409,
  when: "the daily wheel is spun by a player who is on a break or self-excluded",
});
