import { errorCode } from "#kit/contract/error-code.ts";

export const ratesUnavailable = errorCode("rates_unavailable", {
  status: 503,
  when: "sums of several currencies have to be compared, and no rates are fixed for the day; Retry-After says when to retry",
});
