import { errorCode } from "#kit/contract/error-code.ts";

export const correctionClosed = errorCode("correction_closed", {
  status: 409,
  when: "deciding about a correction that is booked or declined",
});
