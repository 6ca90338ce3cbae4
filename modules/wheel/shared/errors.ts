import { errorCode } from "#kit/contract/error-code.ts";

export const wheelForVerified = errorCode("wheel_for_verified", {
  status: 403,
  en: "This is for verified players: show us who you are first.",
  ru: "Это для подтверждённых игроков: сначала пройдите проверку личности.",
  kk: "Бұл расталған ойыншыларға арналған: алдымен жеке басыңызды растаңыз.",
  when: "the wheel of the day is turned by a player whose identity has not been checked",
});
export const onBreak = errorCode("on_break", {
  status: 409,
  en: "You are taking a break. The wheel waits too.",
  ru: "У вас перерыв. Колесо тоже подождёт.",
  kk: "Сізде үзіліс. Дөңгелек те күте тұрады.",
  when: "the wheel of the day is turned by a player who is on a break or self-excluded",
});
