import { errorCode } from "#kit/contract/error-code.ts";

export const roundMaximumPassed = errorCode("round_maximum", {
  status: 409,
  when: "the stake would raise the player's total in the round above `data.max`; `data.left` is what can still be staked",
});
export const roomFull = errorCode("room_full", {
  status: 409,
  when: "a player's twenty-first stake in a round, or the round's thousand-and-first",
});
export const notAlone = errorCode("not_alone", {
  status: 409,
  when: "leaving a room that another player has already joined",
});
export const notInRoom = errorCode("not_in_room", {
  status: 409,
  when: "leaving a room in which the player has no stake",
});
