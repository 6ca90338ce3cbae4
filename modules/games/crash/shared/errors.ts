import { errorCode } from "#kit/contract/error-code.ts";

export const tooManyBets = errorCode("too_many_bets", {
  status: 409,
  en: "You can place up to two bets per round.",
  ru: "На один раунд можно сделать не больше двух ставок.",
  kk: "Бір раундқа екі бәстен артық тігуге болмайды.",
  when: "a third bet of one player on one round",
});
export const notFlying = errorCode("not_flying", {
  status: 409,
  en: "There's nothing to cash out yet.",
  ru: "Пока нечего забирать.",
  kk: "Әзірге алатын ештеңе жоқ.",
  when: "a cash-out before the flight has reached 1.01x",
});
export const cashOutTooLate = errorCode("cash_out_too_late", {
  status: 409,
  en: "Too late: the round had already crashed.",
  ru: "Поздно: раунд уже завершился.",
  kk: "Кеш: раунд аяқталып қойды.",
  when: "a cash-out stamped after the crash point, or on a bet that has ended",
});
export const alreadyCashedOut = errorCode("already_cashed_out", {
  status: 409,
  en: "This bet has already been cashed out.",
  ru: "Эта ставка уже забрана.",
  kk: "Бұл бәс алынып қойған.",
  when: "a second cash-out of one bet under another key, or after its automatic one; `data.at` is the multiplier of the first",
});
