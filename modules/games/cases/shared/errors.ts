import { errorCode } from "#kit/contract/error-code.ts";

export const priceChanged = errorCode("price_changed", {
  status: 409,
  when: "the bet names a stake that is not the price of so many cases; `data.price` is that of one",
});
