import { errorCode } from "#kit/contract/error-code.ts";

export const ratesUnavailable = errorCode("rates_unavailable", {
  status: 503,
  en: "Today's exchange rates aren't available yet, so we can't check your limits across currencies. Please try again in a minute.",
  ru: "Курсы валют на сегодня ещё не получены, поэтому мы не можем проверить ваши лимиты в разных валютах. Попробуйте через минуту.",
  kk: "Бүгінгі валюта бағамдары әлі алынған жоқ, сондықтан әртүрлі валютадағы шектеріңізді тексере алмаймыз. Бір минуттан кейін қайталап көріңіз.",
  when: "sums of several currencies have to be compared, and no rates are fixed for the day; Retry-After says when to come back",
});
