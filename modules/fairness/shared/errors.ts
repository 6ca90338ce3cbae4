import { errorCode } from "#kit/contract/error-code.ts";

export const seedsNotSeen = errorCode("seeds_not_seen", {
  status: 409,
  when: "a client seed or a rotation for an account that has no server seeds: those opened before seeds were part of the registration, until they request them",
});
export const roundOpen = errorCode("round_open", {
  status: 409,
  when: "rotation while a round that began with the current server seed is open; a second start in a stepwise game, where `data.round` is the open one",
});
