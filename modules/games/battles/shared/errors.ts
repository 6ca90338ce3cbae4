import { errorCode } from "#kit/contract/error-code.ts";

export const battleFull = errorCode("battle_full", {
  status: 409,
  when: "joining a battle whose seats are taken, or withdrawing one that another player has joined, or one that has ended",
});
export const ownBattle = errorCode("own_battle", {
  status: 409,
  when: "joining a battle in which the player has a seat or is about to take one",
});
export const battleCurrency = errorCode("battle_currency", {
  status: 409,
  when: "joining a battle whose stake is in another currency than the player's active one; `data.currency` is the battle's",
});
export const tooManyBattles = errorCode("too_many_battles", {
  status: 409,
  when: "a player's sixth open battle",
});
