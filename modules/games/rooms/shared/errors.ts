import { errorCode } from "#kit/contract/error-code.ts";

export const roundMaximumPassed = errorCode("round_maximum", {
  status: 409,
  when: "the stake would lift what the player has in the round over `data.max`; `data.left` is what still goes in",
});
export const roomFull = errorCode("room_full", {
  status: 409,
  when: "a player's twenty-first stake in a round, or the round's thousand-and-first",
});
export const notAlone = errorCode("not_alone", {
  status: 409,
  when: "leaving a room when another player is in already",
});
export const notInRoom = errorCode("not_in_room", {
  status: 409,
  when: "leaving a room in which the player has no stake",
});
