import { errorCode } from "#kit/contract/error-code.ts";

export const duelTaken = errorCode("duel_taken", {
  status: 409,
  when: "joining or withdrawing a duel that another player has joined, or that has ended",
});
export const ownDuel = errorCode("own_duel", {
  status: 409,
  when: "joining a duel that the player has opened or joined",
});
export const duelCurrency = errorCode("duel_currency", {
  status: 409,
  when: "joining a duel whose stake is in another currency than the player's active one; `data.currency` is the duel's",
});
export const tooManyDuels = errorCode("too_many_duels", {
  status: 409,
  when: "a player's twenty-first open duel",
});
