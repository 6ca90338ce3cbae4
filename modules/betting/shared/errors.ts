import { errorCode } from "#kit/contract/error-code.ts";

export const badSystem = errorCode("bad_system", {
  status: 422,
  when: "a slip whose kind, folds, bankers and number of legs make no system, or one of more than 1,000 combinations",
});
export const relatedLegs = errorCode("related_legs", {
  status: 422,
  when: "two legs of one slip depend on each other; `data.legs` has their positions, from 0",
});
