import { errorCode } from "#kit/contract/error-code.ts";

export const packClosed = errorCode("welcome_pack_closed", {
  status: 409,
  when: "a welcome pack is opened, closed or stopped although its state or end does not allow it; `data.state` is its state",
});
export const packSpinsUnavailable = errorCode("welcome_pack_spins_unavailable", {
  status: 409,
  when: "a welcome pack is opened although a campaign of free spins of one of its steps is not open, ends too early or has too little left; `data.step` is the step",
});
export const packErrors = [packClosed, packSpinsUnavailable];
