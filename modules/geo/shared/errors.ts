import { errorCode } from "#kit/contract/error-code.ts";

export const closureEnded = errorCode("closure_ended", {
  status: 422,
  when: "something is closed until a time that has passed",
});
export const closedLonger = errorCode("closed_longer", {
  status: 409,
  when: "something is closed until a later time already; `data.until` is that time, null without an end",
});
export const closureMissing = errorCode("closure_missing", {
  status: 409,
  when: "something is to be opened that is not closed",
});
export const closureErrors = [closureEnded, closedLonger, closureMissing];
