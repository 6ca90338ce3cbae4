import { errorCode } from "#kit/contract/error-code.ts";

export const correctionClosed = errorCode("correction_closed", {
  status: 409,
  when: "deciding about a correction that is booked or declined",
});
export const accountClosed = errorCode("account_closed", {
  status: 409,
  when: "a correction would give money to a closed account, which nobody can enter",
});
