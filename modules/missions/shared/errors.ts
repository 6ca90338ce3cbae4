import { errorCode } from "#kit/contract/error-code.ts";

export const missionNotReached = errorCode("mission_not_reached", {
  status: 409,
  when: "collecting the prize of a mission before its goal is reached (`data.done` of `data.of`), or of a mission that gives only a badge (no `data`)",
});

export const missionOver = errorCode("mission_over", {
  status: 409,
  when: "collecting the prize of a mission that has ended or has no prizes left",
});

export const missionUnavailable = errorCode("mission_unavailable", {
  status: 403,
  when: "collecting the prize of a mission during a break, while offers are blocked, or in another currency",
});

export const missionForVerified = errorCode("mission_for_verified", {
  status: 403,
  when: "collecting the prize of a mission before the player's identity is verified",
});

export const missionState = errorCode("mission_state", {
  status: 409,
  when: "a mission is opened or closed in a state that does not allow it; `data.state` is its state",
});
