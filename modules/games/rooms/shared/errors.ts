import { errorCode } from "#kit/contract/error-code.ts";

export const roundMaximumPassed = errorCode("round_maximum", {
  status: 409,
  en: "That is more than one player may have in a round.",
  ru: "Больше, чем один игрок может внести в раунд.",
  kk: "Бұл бір ойыншының раундқа сала алатынынан көп.",
  when: "the stake would lift what the player has in the round over `data.max`; `data.left` is what still goes in",
});
export const roomFull = errorCode("room_full", {
  status: 409,
  en: "This round takes no more stakes of yours. Wait for the next one.",
  ru: "Этот раунд больше не принимает ваших ставок. Дождитесь следующего.",
  kk: "Бұл раунд енді сіздің бәсіңізді қабылдамайды. Келесісін күтіңіз.",
  when: "a player's twenty-first stake in a round, or the round's thousand-and-first",
});
export const notAlone = errorCode("not_alone", {
  status: 409,
  en: "Somebody has joined: the round will be drawn.",
  ru: "Кто-то вошёл в раунд: розыгрыш состоится.",
  kk: "Раундқа біреу кірді: ұтыс ойнатылады.",
  when: "leaving a room when another player is in already",
});
export const notInRoom = errorCode("not_in_room", {
  status: 409,
  en: "You have nothing in this round.",
  ru: "В этом раунде нет ваших ставок.",
  kk: "Бұл раундта сіздің бәсіңіз жоқ.",
  when: "leaving a room in which the player has no stake",
});
