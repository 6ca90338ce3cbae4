import { errorCode } from "#kit/contract/error-code.ts";

export const insufficientFunds = errorCode("insufficient_funds", {
  status: 409,
  en: "There isn't enough money in your balance.",
  ru: "На балансе недостаточно средств.",
  kk: "Теңгерімде қаражат жеткіліксіз.",
  when: "a stake or a payout above the balance; `data.balance` is what there is",
});
