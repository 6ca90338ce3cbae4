import { errorCode } from "#kit/contract/error-code.ts";

export const exchangeOutOfLimits = errorCode("exchange_out_of_limits", {
  status: 422,
  en: "The amount is outside the exchange limits.",
  ru: "Сумма вне лимитов обмена.",
  kk: "Сома айырбас шегінен тыс.",
  when: "an exchange of more than `data.max`, or of so little that not even a hundredth of the other currency comes of it",
});
export const exchangeLimitReached = errorCode("exchange_limit_reached", {
  status: 409,
  en: "This would exceed the daily exchange limit.",
  ru: "Эта сумма превысит дневной лимит обмена.",
  kk: "Бұл сома күндік айырбас шегінен асады.",
  when: "an exchange that would pass the day's limit of its currency together with the others of this day (UTC); `data.limit` is that limit",
});
export const quoteExpired = errorCode("quote_expired", {
  status: 409,
  en: "This rate has expired. Request a new one.",
  ru: "Этот курс больше не действует. Запросите новый.",
  kk: "Бұл бағам енді жарамсыз. Жаңасын сұраңыз.",
  when: "an exchange at a quote that is older than 30 seconds, or that a later quote of the same player has replaced",
});
export const quoteUsed = errorCode("quote_used", {
  status: 409,
  en: "This exchange has already been completed.",
  ru: "Этот обмен уже выполнен.",
  kk: "Бұл айырбас жасалып қойған.",
  when: "a second exchange at one quote, under another idempotency key",
});
export const quoteChanged = errorCode("quote_changed", {
  status: 409,
  en: "The rate has changed. Check the new rate before you exchange.",
  ru: "Курс изменился. Проверьте новый курс перед обменом.",
  kk: "Бағам өзгерді. Айырбастамас бұрын жаңа бағамды тексеріңіз.",
  when: "an exchange at a quote whose rate differs from the current one by more than half a spread (0.25 %)",
});
