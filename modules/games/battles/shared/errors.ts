import { errorCode } from "#kit/contract/error-code.ts";

export const battleFull = errorCode("battle_full", {
  status: 409,
  en: "This battle takes nobody any more.",
  ru: "В этой битве больше нет мест.",
  kk: "Бұл шайқаста бос орын қалмады.",
  when: "joining a battle whose seats are taken, or withdrawing one that somebody has joined, or one that has ended",
});
export const ownBattle = errorCode("own_battle", {
  status: 409,
  en: "You are in this battle already.",
  ru: "Вы уже в этой битве.",
  kk: "Сіз бұл шайқасқа кіріп қойғансыз.",
  when: "joining a battle in which the player has a seat, or is just taking one",
});
export const battleCurrency = errorCode("battle_currency", {
  status: 409,
  en: "This battle is in another currency than yours.",
  ru: "Эта битва в другой валюте.",
  kk: "Бұл шайқас басқа валютада.",
  when: "joining a battle whose stake is in another currency than the player's active one; `data.currency` is the battle's",
});
export const tooManyBattles = errorCode("too_many_battles", {
  status: 409,
  en: "You have as many open battles as one player may have.",
  ru: "У вас уже максимум открытых битв.",
  kk: "Ашық шайқастарыңыздың саны шегіне жетті.",
  when: "a player's sixth open battle",
});
