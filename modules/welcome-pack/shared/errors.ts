import { errorCode } from "#kit/contract/error-code.ts";

export const packClosed = errorCode("welcome_pack_closed", {
  status: 409,
  when: "a welcome pack is opened, closed or stopped that its state or its end does not allow; `data.state` is its state",
});
export const packErrors = [packClosed];
