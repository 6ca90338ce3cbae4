import { errorCode } from "#kit/contract/error-code.ts";

export const priceChanged = errorCode("price_changed", {
  status: 409,
  en: "This case has another price now. Please look again.",
  ru: "Цена этого кейса изменилась. Посмотрите ещё раз.",
  kk: "Бұл кейстің бағасы өзгерді. Қайта қараңыз.",
  when: "the bet names a stake that is not the price of so many cases; `data.price` is that of one",
});
