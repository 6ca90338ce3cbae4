import { errorCode } from "#kit/contract/error-code.ts";

export const wheelForVerified = errorCode("wheel_for_verified", {
  status: 403,
  en: "This is for verified players. Confirm your identity first.",
  ru: "Это для подтверждённых игроков: сначала пройдите проверку личности.",
  kk: "Бұл расталған ойыншыларға арналған: алдымен жеке басыңызды растаңыз.",
  when: "the wheel of the day is turned by a player whose identity has not been checked",
});
export const onBreak = errorCode("on_break", {
  status: 409,
  en: "You're on a break. The wheel is available again when it ends.",
  ru: "У вас перерыв. Колесо будет доступно, когда он закончится.",
  kk: "Сізде үзіліс. Дөңгелек ол аяқталғанда қолжетімді болады.",
  when: "the wheel of the day is turned by a player who is on a break or self-excluded",
});
