import { errorCode } from "#kit/contract/error-code.ts";

export const packClosed = errorCode("welcome_pack_closed", {
  status: 409,
  when: "a welcome pack is opened, closed or stopped although its state or end does not allow it; `data.state` is its state",
});
export const packErrors = [packClosed];
