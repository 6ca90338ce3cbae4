import { errorCode } from "#kit/contract/error-code.ts";

export const insufficientFunds = errorCode("insufficient_funds", {
  status: 409,
  when: "a stake or a payout above the balance; `data.balance` is the balance",
});
