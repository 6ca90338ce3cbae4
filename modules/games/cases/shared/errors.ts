import { errorCode } from "#kit/contract/error-code.ts";

export const priceChanged = errorCode("price_changed", {
  status: 409,
  en: "The price of this case has changed. Please check it again.",
  ru: "Цена этого кейса изменилась. Проверьте её ещё раз.",
  kk: "Бұл кейстің бағасы өзгерді. Қайта қараңыз.",
  when: "the bet names a stake that is not the price of so many cases; `data.price` is that of one",
});
