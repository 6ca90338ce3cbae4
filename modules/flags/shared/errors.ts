import { errorCode } from "#kit/contract/error-code.ts";

export const flagUnchanged = errorCode("flag_unchanged", {
  status: 409,
  when: "setting a flag to its current value and end, or restoring one that is not set",
});
export const flagErrors = [flagUnchanged];
