import { errorCode } from "#kit/contract/error-code.ts";

export const breakNotLonger = errorCode("break_not_longer", {
  status: 409,
  when: "a time-out or self-exclusion that would end before the one in force; `data.until` says when that ends",
});
