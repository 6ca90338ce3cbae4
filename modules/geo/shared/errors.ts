import { errorCode } from "#kit/contract/error-code.ts";

export const closureEnded = errorCode("closure_ended", {
  status: 422,
  when: "closing a region or product until a time that has passed",
});
export const closedLonger = errorCode("closed_longer", {
  status: 409,
  when: "closing a region or product that is already closed until a later time; `data.until` is that time, null without an end",
});
export const closureMissing = errorCode("closure_missing", {
  status: 409,
  when: "opening a region or product that is not closed",
});
export const closureErrors = [closureEnded, closedLonger, closureMissing];
