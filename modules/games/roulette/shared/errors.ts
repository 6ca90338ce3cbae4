import { errorCode } from "#kit/contract/error-code.ts";

export const tooManySpreads = errorCode("too_many_spreads", {
  status: 409,
  when: "an eleventh bet of one player on one spin of the shared table",
});
