import { errorCode } from "#kit/contract/error-code.ts";

export const insufficientFunds = errorCode("insufficient_funds", {
  status: 409,
  en: "There is not enough money on the balance.",
  ru: "На балансе недостаточно средств.",
  kk: "Теңгерімде қаражат жеткіліксіз.",
  when: "a stake or a payout above the balance; `data.balance` is what there is",
});
