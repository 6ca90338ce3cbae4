import { errorCode } from "#kit/contract/error-code.ts";

export const missionNotReached = errorCode("mission_not_reached", {
  status: 409,
  when: "the prize of a mission is collected before its goal is reached, or for a badge, which has none",
});

export const missionOver = errorCode("mission_over", {
  status: 409,
  when: "collecting the prize of a mission that has ended or has no prizes left",
});

export const missionUnavailable = errorCode("mission_unavailable", {
  status: 403,
  when: "the prize of a mission is collected in a break, by a player to whom nothing is offered, or in another currency",
});

export const missionForVerified = errorCode("mission_for_verified", {
  status: 403,
  when: "the prize of a mission is collected by a player whose identity has not been checked",
});

export const missionState = errorCode("mission_state", {
  status: 409,
  when: "a mission is opened or closed in a state that does not allow it",
});
