import { errorCode } from "#kit/contract/error-code.ts";

export const tooManySpreads = errorCode("too_many_spreads", {
  status: 409,
  en: "You've reached the maximum number of bets for one spin.",
  ru: "Вы сделали все ставки, возможные на один спин.",
  kk: "Бір айналымға рұқсат етілген барлық бәсті тіктіңіз.",
  when: "an eleventh bet of one player on one spin of the shared table",
});
