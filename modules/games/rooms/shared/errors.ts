import { errorCode } from "#kit/contract/error-code.ts";

export const roundMaximumPassed = errorCode("round_maximum", {
  status: 409,
  en: "This exceeds the maximum one player can stake in a round.",
  ru: "Больше, чем один игрок может внести в раунд.",
  kk: "Бұл бір ойыншының раундқа сала алатынынан көп.",
  when: "the stake would lift what the player has in the round over `data.max`; `data.left` is what still goes in",
});
export const roomFull = errorCode("room_full", {
  status: 409,
  en: "You've reached the maximum number of stakes in this round. Wait for the next one.",
  ru: "Вы сделали максимум ставок в этом раунде. Дождитесь следующего.",
  kk: "Бұл раундта ең көп бәс саны тігілді. Келесісін күтіңіз.",
  when: "a player's twenty-first stake in a round, or the round's thousand-and-first",
});
export const notAlone = errorCode("not_alone", {
  status: 409,
  en: "Another player has joined, so you can't leave this round.",
  ru: "В раунд вошёл другой игрок, выйти уже нельзя.",
  kk: "Раундқа басқа ойыншы кірді, енді шығуға болмайды.",
  when: "leaving a room when another player is in already",
});
export const notInRoom = errorCode("not_in_room", {
  status: 409,
  en: "You don't have a stake in this round.",
  ru: "В этом раунде нет ваших ставок.",
  kk: "Бұл раундта сіздің бәсіңіз жоқ.",
  when: "leaving a room in which the player has no stake",
});
