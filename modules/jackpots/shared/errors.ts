import { errorCode } from "#kit/contract/error-code.ts";

export const jackpotState = errorCode("jackpot_state", {
  status: 409,
  when: "an operator starts, switches or changes a jackpot whose state does not allow it; `data.state` is its state",
});
export const jackpotErrors = [jackpotState];
