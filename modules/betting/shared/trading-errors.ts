import { errorCode } from "#kit/contract/error-code.ts";

export const priceTooHigh = errorCode("price_too_high", {
  status: 422,
  when: "a price that returns more than the stake on average: `data.outcome` names it",
});
export const resultIncomplete = errorCode("result_incomplete", {
  status: 422,
  when: "a result by hand that leaves an outcome out, names an unknown one, or has more winners than the market can have",
});
export const errorUnproven = errorCode("error_unproven", {
  status: 422,
  when: "a palpable error that is older than 24 hours, lies in the future, or has no price at twice the fair one",
});
export const nothingToDecide = errorCode("nothing_to_decide", {
  status: 409,
  when: "the decision has already been made, or the subject is already in the requested state",
});

export const tradingErrors = [priceTooHigh, resultIncomplete, errorUnproven, nothingToDecide];
