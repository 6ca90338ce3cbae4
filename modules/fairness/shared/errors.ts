import { errorCode } from "#kit/contract/error-code.ts";

export const seedsNotSeen = errorCode("seeds_not_seen", {
  status: 409,
  when: "a client seed is sent for an account that has no server seeds yet; asking for the seeds makes them",
});
export const roundOpen = errorCode("round_open", {
  status: 409,
  when: "rotation while a round that began with the present server seed is not over; a second start in a game that is played in steps, `data.round` being the open one",
});
