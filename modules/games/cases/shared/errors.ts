import { errorCode } from "#kit/contract/error-code.ts";

export const priceChanged = errorCode("price_changed", {
  status: 409,
  when: "the bet's stake is not the price of that many cases; `data.price` is that of one",
});
