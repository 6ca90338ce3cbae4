import { errorCode } from "#kit/contract/error-code.ts";

export const tooManyBets = errorCode("too_many_bets", {
  status: 409,
  when: "a third bet of one player on one round",
});
export const notFlying = errorCode("not_flying", {
  status: 409,
  when: "a cash-out before the flight has reached 1.01x",
});
export const cashOutTooLate = errorCode("cash_out_too_late", {
  status: 409,
  when: "a cash-out stamped after the crash point, or on a bet that has ended",
});
export const alreadyCashedOut = errorCode("already_cashed_out", {
  status: 409,
  when: "a second cash-out of one bet under another key, or after its automatic one; `data.at` is the multiplier of the first",
});
